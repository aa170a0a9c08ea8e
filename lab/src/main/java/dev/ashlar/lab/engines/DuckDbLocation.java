// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.lab.experiment.UnavailableException;
import java.nio.file.Path;
import java.util.Optional;

/// Finds DuckDB, which is not part of the lab.
public final class DuckDbLocation {
  /// The system property with the path of DuckDB's library. Without the property, the driver has to
  /// be on the class path.
  public static final String PROPERTY = "ashlar.duckdb";

  private static final String DRIVER = "org/duckdb/DuckDBDriver.class";

  private DuckDbLocation() {}

  /// {@return whether the property is set, or the driver is on the class path}
  public static boolean isKnown() {
    return System.getProperty(PROPERTY) != null || ClassLoader.getSystemResource(DRIVER) != null;
  }

  /// {@return the reason why DuckDB cannot take part; empty if it can}
  static Optional<String> missing() {
    return isKnown()
        ? Optional.empty()
        : Optional.of("DuckDB is not here: './ashlar lab engines' gets it through Maven, 80 MB");
  }

  static DuckDb open() {
    missing()
        .ifPresent(reason -> {
          throw new UnavailableException(reason);
        });
    String library = System.getProperty(PROPERTY);
    return library == null ? DuckDb.open() : DuckDb.open(Path.of(library));
  }
}
