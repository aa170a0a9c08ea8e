// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.lab.stores.Trips.Trip;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// A database over JDBC, with one table and prepared statements.
final class SqlStore implements TripStore {
  private static final String COLUMNS =
      """
      id BIGINT PRIMARY KEY, code VARCHAR(40) UNIQUE, pickup BIGINT, dropoff BIGINT, vendor INTEGER, \
      passengers INTEGER, distance DOUBLE, rate INTEGER, pickup_zone VARCHAR(40), \
      dropoff_zone VARCHAR(40), payment VARCHAR(20), fare BIGINT, extra BIGINT, tax BIGINT, \
      tip BIGINT, tolls BIGINT, total BIGINT\
      """;

  private final Dialect dialect;
  private final Connection connection;
  private final Rows rows;
  private final PreparedStatement find;
  private final PreparedStatement setTip;

  private SqlStore(Dialect dialect, Path folder) throws Exception {
    this.dialect = dialect;
    Driver driver = (Driver) Peers.load(dialect.driver).getDeclaredConstructor().newInstance();
    connection = driver.connect(dialect.url + folder.resolve("trips"), new Properties());
    if (dialect == Dialect.SQLITE) {
      execute("PRAGMA journal_mode=WAL");
      execute("PRAGMA synchronous=FULL");
    } else if (dialect == Dialect.H2) {
      // A query that is asked again would be answered from a cache.
      execute("SET OPTIMIZE_REUSE_RESULTS 0");
    }
    execute(
        "CREATE TABLE IF NOT EXISTS trips ("
            + COLUMNS.replace("BIGINT PRIMARY", dialect.key)
            + ")");
    connection.setAutoCommit(false);
    rows = dialect == Dialect.DUCKDB ? new Appended(connection) : new Inserted(connection);
    find = connection.prepareStatement("SELECT * FROM trips WHERE code = ?");
    setTip = connection.prepareStatement("UPDATE trips SET tip = ? WHERE id = ?");
  }

  static Kind of(Dialect dialect) {
    return folder -> new SqlStore(dialect, folder);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void append(Trip trip) throws Exception {
    rows.add(trip);
  }

  @Override
  public void commit() throws Exception {
    rows.flush();
    connection.commit();
    if (!dialect.forcing.isEmpty()) {
      execute(dialect.forcing);
    }
  }

  @Override
  public @Nullable Trip find(String code) throws SQLException {
    find.setString(1, code);
    try (ResultSet row = find.executeQuery()) {
      return row.next() ? trip(row) : null;
    }
  }

  private static Trip trip(ResultSet row) throws SQLException {
    return new Trip(
        row.getLong(1),
        row.getString(2),
        row.getLong(3),
        row.getLong(4),
        row.getInt(5),
        row.getInt(6),
        row.getDouble(7),
        row.getInt(8),
        row.getString(9),
        row.getString(10),
        row.getString(11),
        row.getLong(12),
        row.getLong(13),
        row.getLong(14),
        row.getLong(15),
        row.getLong(16),
        row.getLong(17));
  }

  @Override
  public void setTip(long id, long tip) throws SQLException {
    setTip.setLong(1, tip);
    setTip.setLong(2, id);
    setTip.executeUpdate();
  }

  @Override
  public long revenue() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet sum =
            statement.executeQuery(
                "SELECT SUM(total) FROM trips WHERE passengers = %d AND distance > %s"
                    .formatted(PASSENGERS, Double.toString(DISTANCE)))) {
      sum.next();
      return sum.getLong(1);
    }
  }

  @Override
  public Map<String, Long> revenueByZone() throws SQLException {
    String sql = "SELECT pickup_zone, SUM(total) FROM trips GROUP BY pickup_zone";
    Map<String, Long> byZone = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet zone = statement.executeQuery(sql)) {
      while (zone.next()) {
        byZone.put(zone.getString(1), zone.getLong(2));
      }
    }
    return byZone;
  }

  @Override
  public void close() throws SQLException {
    connection.commit();
    connection.close();
  }

  /// The databases, each with the statement that forces a commit to the disk, if it needs one.
  enum Dialect {
    SQLITE("org.sqlite.JDBC", "jdbc:sqlite:", "INTEGER PRIMARY", ""),
    H2("org.h2.Driver", "jdbc:h2:file:", "BIGINT PRIMARY", "CHECKPOINT SYNC"),
    DUCKDB("org.duckdb.DuckDBDriver", "jdbc:duckdb:", "BIGINT PRIMARY", "");

    final String driver;
    private final String url;
    private final String key;
    private final String forcing;

    Dialect(String driver, String url, String key, String forcing) {
      this.driver = driver;
      this.url = url;
      this.key = key;
      this.forcing = forcing;
    }
  }

  /// The fast way to write many rows.
  private interface Rows {
    void add(Trip trip) throws Exception;

    void flush() throws Exception;
  }

  private static final class Inserted implements Rows {
    private final PreparedStatement insert;

    Inserted(Connection connection) throws SQLException {
      insert =
          connection.prepareStatement(
              "INSERT INTO trips VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    }

    @Override
    public void add(Trip trip) throws SQLException {
      insert.setLong(1, trip.id());
      insert.setString(2, trip.code());
      insert.setLong(3, trip.pickup());
      insert.setLong(4, trip.dropoff());
      insert.setInt(5, trip.vendor());
      insert.setInt(6, trip.passengers());
      insert.setDouble(7, trip.distance());
      insert.setInt(8, trip.rate());
      insert.setString(9, trip.pickupZone());
      insert.setString(10, trip.dropoffZone());
      insert.setString(11, trip.payment());
      insert.setLong(12, trip.fare());
      insert.setLong(13, trip.extra());
      insert.setLong(14, trip.tax());
      insert.setLong(15, trip.tip());
      insert.setLong(16, trip.tolls());
      insert.setLong(17, trip.total());
      insert.addBatch();
    }

    @Override
    public void flush() throws SQLException {
      insert.executeBatch();
    }
  }

  /// DuckDB's appender.
  private static final class Appended implements Rows {
    private static final String NAME = "org.duckdb.DuckDBAppender";
    private static final MethodHandle CREATE =
        Peers.method("org.duckdb.DuckDBConnection", "createAppender", String.class);
    private static final MethodHandle BEGIN = Peers.method(NAME, "beginRow");
    private static final MethodHandle LONG = Peers.method(NAME, "append", long.class);
    private static final MethodHandle INT = Peers.method(NAME, "append", int.class);
    private static final MethodHandle DOUBLE = Peers.method(NAME, "append", double.class);
    private static final MethodHandle STRING = Peers.method(NAME, "append", String.class);
    private static final MethodHandle END = Peers.method(NAME, "endRow");

    private final Connection connection;
    private @Nullable Object appender;

    Appended(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void add(Trip trip) throws Exception {
      try {
        if (appender == null) {
          appender = CREATE.invoke(connection, "trips");
        }
        Object row = BEGIN.invoke(appender);
        LONG.invoke(row, trip.id());
        STRING.invoke(row, trip.code());
        LONG.invoke(row, trip.pickup());
        LONG.invoke(row, trip.dropoff());
        INT.invoke(row, trip.vendor());
        INT.invoke(row, trip.passengers());
        DOUBLE.invoke(row, trip.distance());
        INT.invoke(row, trip.rate());
        STRING.invoke(row, trip.pickupZone());
        STRING.invoke(row, trip.dropoffZone());
        STRING.invoke(row, trip.payment());
        LONG.invoke(row, trip.fare());
        LONG.invoke(row, trip.extra());
        LONG.invoke(row, trip.tax());
        LONG.invoke(row, trip.tip());
        LONG.invoke(row, trip.tolls());
        LONG.invoke(row, trip.total());
        END.invoke(row);
      } catch (Throwable e) {
        throw Peers.rethrown(e);
      }
    }

    @Override
    public void flush() throws Exception {
      if (appender != null) {
        Peers.close(appender);
        appender = null;
      }
    }
  }
}
