// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import sun.misc.Unsafe;

/// Reads and writes one thing of each kind.
class Small {
  static final Unsafe UNSAFE = unsafe();
  static final int BYTES = UNSAFE.arrayBaseOffset(byte[].class);

  private int number = 1;
  private final long last = 2;

  interface Reader {
    int read(Object object, long offset);
  }

  static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  public static void main(String[] args) throws Throwable {
    Small small = new Small();
    long number = UNSAFE.objectFieldOffset(Small.class.getDeclaredField("number"));
    long last = UNSAFE.objectFieldOffset(Small.class.getDeclaredField("last"));
    System.out.println("base " + (BYTES == Unsafe.ARRAY_BYTE_BASE_OFFSET));
    UNSAFE.compareAndSwapInt(small, number, 1, 5);
    UNSAFE.putLong(small, last, 6);
    Field of = Small.class.getDeclaredField("last");
    System.out.println("fields " + small.number + " " + of.getLong(small));
    Reader reader = UNSAFE::getInt;
    System.out.println("reference " + reader.read(small, number));
    byte[] bytes = new byte[32];
    UNSAFE.putLong(bytes, BYTES + 3L, -2);
    System.out.println("array " + bytes[3] + " " + UNSAFE.getInt(bytes, BYTES + 7L));
    ByteBuffer direct = ByteBuffer.allocateDirect(64);
    long address =
        UNSAFE.getLong(
            direct,
            UNSAFE.objectFieldOffset(java.nio.Buffer.class.getDeclaredField("address")));
    UNSAFE.putInt(address + 4, 77);
    System.out.println("direct " + direct.order(java.nio.ByteOrder.nativeOrder()).getInt(4));
    java.lang.reflect.Method clean = Unsafe.class.getMethod("invokeCleaner", ByteBuffer.class);
    clean.invoke(UNSAFE, direct);
    java.lang.reflect.Method get = Unsafe.class.getMethod("getByte", Object.class, long.class);
    java.lang.invoke.MethodHandles.Lookup lookup = java.lang.invoke.MethodHandles.lookup();
    java.lang.invoke.MethodHandle found =
        lookup.findVirtual(
            Unsafe.class,
            "getByte",
            java.lang.invoke.MethodType.methodType(byte.class, Object.class, long.class));
    System.out.println(
        "reflection " + get.invoke(UNSAFE, bytes, BYTES + 3L) + " "
            + (byte) found.invokeExact(UNSAFE, (Object) bytes, BYTES + 3L) + " "
            + (byte) lookup.unreflect(get).invokeExact(UNSAFE, (Object) bytes, BYTES + 3L) + " "
            + String.class.getMethod("length").invoke("four"));
    Field trusted = java.lang.invoke.MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
    System.out.println(
        "trusted "
            + UNSAFE.getObject(UNSAFE.staticFieldBase(trusted), UNSAFE.staticFieldOffset(trusted)));
    for (long offset : new long[] {BYTES + 25L, BYTES - 1L}) {
      try {
        UNSAFE.putLong(bytes, offset, 0x0101010101010101L);
        System.out.println("written");
      } catch (RuntimeException e) {
        System.out.println(e.getClass().getSimpleName() + " " + bytes[31]);
      }
    }
  }
}
