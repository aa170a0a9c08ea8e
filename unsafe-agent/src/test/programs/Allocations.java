// SPDX-License-Identifier: Apache-2.0
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.util.function.LongSupplier;
import sun.misc.Unsafe;

/// Prints how many bytes each kind of access allocates in a compiled loop: the most of several
/// passes in a row, of which each is clean, or which are the last.
class Allocations {
  static final int PASSES = 30;
  static final int IN_A_ROW = 3;
  static final int OPERATIONS = 20_000;
  static final Unsafe UNSAFE = unsafe();
  static final int BYTES = UNSAFE.arrayBaseOffset(byte[].class);
  static final int INTS = UNSAFE.arrayBaseOffset(int[].class);
  static final int LONGS = UNSAFE.arrayBaseOffset(long[].class);

  private int number;
  private long large;
  private Object reference = "r";

  static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  static long offset(String field) {
    try {
      return UNSAFE.objectFieldOffset(Allocations.class.getDeclaredField(field));
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
  }

  static class Many {
    int a, b, c, d, e, f, g, h;
  }

  static long sink;

  static void measure(String name, LongSupplier loop) {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long[] last = new long[IN_A_ROW];
    int clean = 0;
    for (int pass = 0; pass < PASSES && clean < IN_A_ROW; pass++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      sink += loop.getAsLong();
      long each = (threads.getCurrentThreadAllocatedBytes() - before) / OPERATIONS;
      last[pass % IN_A_ROW] = each;
      clean = each == 0 ? clean + 1 : 0;
    }
    System.out.println(name + " " + Math.max(last[0], Math.max(last[1], last[2])));
  }

  public static void main(String[] args) {
    Many many = new Many();
    long[] fields =
        java.util.stream.Stream.of(Many.class.getDeclaredFields())
            .mapToLong(UNSAFE::objectFieldOffset)
            .toArray();
    measure(
        "many",
        () -> {
          long sum = 0;
          for (int i = 0; i < OPERATIONS; i++) {
            sum += UNSAFE.getInt(many, fields[i & 7]);
          }
          return sum;
        });
    Allocations object = new Allocations();
    long number = offset("number");
    long large = offset("large");
    long reference = offset("reference");
    byte[] bytes = new byte[64];
    int[] ints = new int[16];
    long[] longs = new long[8];
    long block = UNSAFE.allocateMemory(64);
    UNSAFE.setMemory(block, 64, (byte) 0);
    measure(
        "fields",
        () -> {
          long sum = 0;
          for (int i = 0; i < OPERATIONS; i++) {
            UNSAFE.putInt(object, number, i);
            UNSAFE.putOrderedLong(object, large, i);
            UNSAFE.putObject(object, reference, object);
            sum += UNSAFE.getInt(object, number) + UNSAFE.getLongVolatile(object, large);
          }
          return sum;
        });
    measure(
        "arrays",
        () -> {
          long sum = 0;
          for (int i = 0; i < OPERATIONS; i++) {
            UNSAFE.putByte(bytes, BYTES + (i & 63L), (byte) i);
            UNSAFE.putLong(bytes, BYTES + (i & 55L), i);
            UNSAFE.putInt(longs, LONGS + (i & 15L) * 4, i);
            sum += UNSAFE.getInt(ints, INTS + (i & 15L) * 4) + UNSAFE.getLong(longs, LONGS);
          }
          return sum;
        });
    measure(
        "native",
        () -> {
          long sum = 0;
          for (int i = 0; i < OPERATIONS; i++) {
            UNSAFE.putLong(block + (i & 55), i);
            UNSAFE.putInt(null, block + 8, i);
            sum += UNSAFE.getByte(block + (i & 63)) + UNSAFE.getLongVolatile(null, block + 8);
            UNSAFE.copyMemory(block, block + 32, 16);
          }
          return sum;
        });
    measure(
        "blocks",
        () -> {
          for (int i = 0; i < OPERATIONS; i++) {
            UNSAFE.copyMemory(bytes, BYTES, bytes, BYTES + 32, i & 31);
            UNSAFE.copyMemory(bytes, BYTES, null, block, i & 31);
            UNSAFE.copyMemory(null, block, bytes, BYTES + 32, i & 31);
            UNSAFE.copyMemory(longs, LONGS, longs, LONGS + 32, i & 24);
            UNSAFE.copyMemory(null, block, longs, LONGS, i & 24);
            UNSAFE.copyMemory(ints, INTS, null, block, i & 28);
            UNSAFE.setMemory(bytes, BYTES, i & 31, (byte) i);
            UNSAFE.setMemory(block, i & 31, (byte) i);
          }
          return bytes[0] + longs[0];
        });
    measure(
        "atomics",
        () -> {
          long sum = 0;
          for (int i = 0; i < OPERATIONS; i++) {
            sum += UNSAFE.compareAndSwapInt(object, number, i, i + 1) ? 1 : 0;
            sum += UNSAFE.compareAndSwapObject(object, reference, object, object) ? 1 : 0;
            sum += UNSAFE.getAndAddLong(object, large, 1) + UNSAFE.getAndAddInt(ints, INTS, 1);
            sum += UNSAFE.getAndAddLong(longs, LONGS, 1) + UNSAFE.getAndAddInt(null, block, 1);
            sum += UNSAFE.compareAndSwapLong(bytes, BYTES + 8L, i, i) ? 1 : 0;
          }
          return sum;
        });
    UNSAFE.freeMemory(block);
  }
}
