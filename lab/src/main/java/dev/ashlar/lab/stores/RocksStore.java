// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.lab.stores.Trips.Trip;
import dev.ashlar.lab.stores.Trips.TripBytes;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// RocksDB, with two keys for each trip. The value of the code is the trip, the value of the id is
/// the code. A commit is one batch, written with `setSync(true)`. An append does not check whether
/// a key exists already.
final class RocksStore implements TripStore {
  static final String NAME = "org.rocksdb.RocksDB";

  private static final String OPTIONS = "org.rocksdb.Options";
  private static final String WRITE_OPTIONS = "org.rocksdb.WriteOptions";
  private static final String BATCH = "org.rocksdb.WriteBatch";
  private static final String ITERATOR = "org.rocksdb.RocksIterator";

  private static final MethodHandle GET = Peers.method(NAME, "get", byte[].class);
  private static final MethodHandle NEW_BATCH = Peers.constructor(BATCH);
  private static final MethodHandle PUT = Peers.method(BATCH, "put", byte[].class, byte[].class);
  private static final MethodHandle WRITE =
      Peers.method(NAME, "write", Peers.load(WRITE_OPTIONS), Peers.load(BATCH));
  private static final MethodHandle VALID = Peers.method(ITERATOR, "isValid");
  private static final MethodHandle KEY = Peers.method(ITERATOR, "key");
  private static final MethodHandle VALUE = Peers.method(ITERATOR, "value");
  private static final MethodHandle NEXT = Peers.method(ITERATOR, "next");

  private static final char CODE = 'c';
  private static final char ID = 'i';

  private final Object database;
  private final Object synced;
  private Object batch;

  RocksStore(Path folder) throws Exception {
    try {
      Object options = Peers.constructor(OPTIONS).invoke();
      Peers.method(OPTIONS, "setCreateIfMissing", boolean.class).invoke(options, true);
      database =
          Peers.method(NAME, "open", Peers.load(OPTIONS), String.class)
              .invoke(options, folder.resolve("trips").toString());
      synced =
          Peers.method(WRITE_OPTIONS, "setSync", boolean.class)
              .invoke(Peers.constructor(WRITE_OPTIONS).invoke(), true);
      batch = NEW_BATCH.invoke();
    } catch (Throwable e) {
      throw Peers.rethrown(e);
    }
  }

  private static byte[] key(String code) {
    return (CODE + code).getBytes(UTF_8);
  }

  private static byte[] key(long id) {
    return ByteBuffer.allocate(1 + Long.BYTES).put((byte) ID).putLong(id).array();
  }

  @Override
  public void append(Trip trip) throws Exception {
    try {
      byte[] code = key(trip.code());
      PUT.invoke(batch, code, TripBytes.of(trip));
      PUT.invoke(batch, key(trip.id()), code);
    } catch (Throwable e) {
      throw Peers.rethrown(e);
    }
  }

  @Override
  public void commit() throws Exception {
    try {
      WRITE.invoke(database, synced, batch);
      Peers.close(batch);
      batch = NEW_BATCH.invoke();
    } catch (Throwable e) {
      throw Peers.rethrown(e);
    }
  }

  @Override
  public @Nullable Trip find(String code) throws Exception {
    byte[] found = get(key(code));
    return found == null ? null : TripBytes.read(found);
  }

  private byte @Nullable [] get(byte[] key) throws Exception {
    try {
      return (byte[]) GET.invoke(database, key);
    } catch (Throwable e) {
      throw Peers.rethrown(e);
    }
  }

  @Override
  public void setTip(long id, long tip) throws Exception {
    byte[] code = get(key(id));
    byte[] trip = code == null ? null : get(code);
    if (code != null && trip != null) {
      try {
        PUT.invoke(batch, code, TripBytes.of(TripBytes.withTip(TripBytes.read(trip), tip)));
      } catch (Throwable e) {
        throw Peers.rethrown(e);
      }
    }
  }

  private void forEach(Consumer<Trip> trips) throws Exception {
    Object iterator = null;
    try {
      iterator = Peers.method(NAME, "newIterator").invoke(database);
      Peers.method(ITERATOR, "seekToFirst").invoke(iterator);
      while ((boolean) VALID.invoke(iterator) && ((byte[]) KEY.invoke(iterator))[0] == CODE) {
        trips.accept(TripBytes.read((byte[]) VALUE.invoke(iterator)));
        NEXT.invoke(iterator);
      }
    } catch (Throwable e) {
      throw Peers.rethrown(e);
    } finally {
      if (iterator != null) {
        Peers.close(iterator);
      }
    }
  }

  @Override
  public long revenue() throws Exception {
    long[] sum = new long[1];
    forEach(trip ->
        sum[0] += TripStore.isWanted(trip.passengers(), trip.distance()) ? trip.total() : 0);
    return sum[0];
  }

  @Override
  public Map<String, Long> revenueByZone() throws Exception {
    Map<String, Long> byZone = new HashMap<>();
    forEach(trip -> byZone.merge(trip.pickupZone(), trip.total(), Long::sum));
    return byZone;
  }

  @Override
  public void close() throws IOException {
    Peers.close(batch);
    Peers.close(database);
  }
}
