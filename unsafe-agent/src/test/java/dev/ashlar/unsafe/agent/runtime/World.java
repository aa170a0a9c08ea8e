// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Memory that a program reads and writes: arrays, objects with fields of every type, a native
/// block. Two worlds have the same places in the same order.
final class World {
  /// What references refer to, in all worlds.
  static final @Nullable Object[] REFERENCES = {"a", "b", "c", null, "d"};

  static final int NATIVE_SIZE = 128;
  private static final int[] LENGTHS = {1, 9, 32};

  /// A run of values of one type.
  ///
  /// @param object null for native memory
  /// @param type of the elements, or of the only value
  /// @param start the offset of the first byte
  /// @param byteSize of the elements together
  /// @param isField whether it has one value, which is accessed as its own type only
  record Place(@Nullable Object object, Class<?> type, long start, int byteSize, boolean isField) {}

  private final List<Place> places = new ArrayList<>();
  private final UnsafeProgram program;

  World(UnsafeProgram program) throws NoSuchFieldException {
    this.program = program;
    for (Class<?> type : Fixture.TYPES) {
      for (int length : LENGTHS) {
        Object array = Array.newInstance(type, length);
        int base = (int) program.number("arrayBaseOffset", array.getClass());
        int scale = (int) program.number("arrayIndexScale", array.getClass());
        places.add(new Place(array, type, base, length * scale, false));
      }
    }
    long block = program.number("allocateMemory", (long) NATIVE_SIZE);
    program.call("setMemory", block, (long) NATIVE_SIZE, (byte) 0);
    places.add(new Place(null, byte.class, block, NATIVE_SIZE, false));
    Fixture fixture = new Fixture();
    for (Class<?> owner : List.of(FixtureBase.class, Fixture.class)) {
      for (Field field : owner.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          long offset = program.number("objectFieldOffset", field);
          places.add(new Place(fixture, field.getType(), offset, size(field.getType()), true));
        }
      }
    }
  }

  /// Adds the static fields of a class, which each world needs for itself.
  void addStatics(Class<?> holder) {
    for (Field field : holder.getDeclaredFields()) {
      Object base = program.call("staticFieldBase", field);
      long offset = program.number("staticFieldOffset", field);
      places.add(new Place(base, field.getType(), offset, size(field.getType()), true));
    }
  }

  private static int size(Class<?> type) {
    return Elements.byteSize(type);
  }

  List<Place> places() {
    return places;
  }

  /// {@return whether two places have the same bits}
  static boolean same(Place place, Place other) {
    if (place.object() == null) {
      return bytes(place).mismatch(bytes(other)) < 0;
    }
    return switch (place.object()) {
      case Object[] a -> Arrays.equals(a, (Object[]) other.object());
      case boolean[] a -> Arrays.equals(a, (boolean[]) other.object());
      case Fixture fixture -> fixture.values().equals(values(other));
      case Class<?> _ -> true;
      default -> bytes(place).mismatch(bytes(other)) < 0;
    };
  }

  /// Native memory, or an array of numbers.
  @SuppressWarnings("restricted")
  private static MemorySegment bytes(Place place) {
    return switch (place.object()) {
      case null -> MemorySegment.ofAddress(place.start()).reinterpret(place.byteSize());
      case byte[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      case char[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case float[] a -> MemorySegment.ofArray(a);
      case double[] a -> MemorySegment.ofArray(a);
      default -> throw new AssertionError(place);
    };
  }

  /// {@return the values at a place, for a message}
  static String values(Place place) {
    return switch (place.object()) {
      case Object[] a -> Arrays.toString(a);
      case boolean[] a -> Arrays.toString(a);
      case Fixture fixture -> fixture.values();
      case Class<?> type -> type.getName();
      case null, default -> Arrays.toString(bytes(place).toArray(ValueLayout.JAVA_BYTE));
    };
  }

  void free() {
    LongConsumer free = address -> program.call("freeMemory", address);
    places.stream().filter(p -> p.object() == null).forEach(p -> free.accept(p.start()));
  }
}
