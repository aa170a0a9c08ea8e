// SPDX-License-Identifier: Apache-2.0
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import sun.misc.Unsafe;

/// Is refused once on each way that leads to the replacement, and prints how often.
class Refusals {
  static final Unsafe UNSAFE = unsafe();
  static final long BASE = Unsafe.ARRAY_BYTE_BASE_OFFSET;
  static int refused;
  int field;

  interface Call {
    void run() throws Throwable;
  }

  /// Does not name Unsafe.
  static class Caller {
    static void call(Method method, Object target, Object... arguments) throws Throwable {
      try {
        method.invoke(target, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
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

  static byte get(Object object, long offset) {
    return UNSAFE.getByte(object, offset);
  }

  static void refused(Call call) throws Throwable {
    try {
      call.run();
      System.out.println("not refused");
    } catch (RuntimeException e) {
      if (e.getClass().getSimpleName().equals("RefusedAccessException")) {
        refused++;
      } else {
        throw e;
      }
    }
  }

  public static void main(String[] args) throws Throwable {
    long field = UNSAFE.objectFieldOffset(Refusals.class.getDeclaredField("field"));
    byte[] bytes = new byte[8];
    refused(() -> get(bytes, BASE + 8));
    refused(() -> get(new Refusals(), field));
    refused(() -> get("text", field));
    Object[] arrays = {
      new short[8], new char[8], new int[8], new long[8], new float[8], new double[8], new boolean[8]
    };
    for (Object array : arrays) {
      get(array, BASE);
    }
    // The call in get() has met more shapes than it keeps.
    refused(() -> get(bytes, BASE + 8));
    refused(() -> get(new Refusals(), field));
    refused(() -> get("text", field));
    refused(() -> get(new Object[1], BASE));
    refused(() -> UNSAFE.getObject(null, 8L));
    refused(() -> UNSAFE.copyMemory(bytes, BASE, bytes, BASE + 4, 8));
    refused(() -> UNSAFE.copyMemory(-8L, -16L, 8));
    refused(() -> UNSAFE.setMemory(bytes, BASE + 4, 8, (byte) 1));
    refused(() -> UNSAFE.setMemory(new boolean[8], BASE, 8, (byte) 3));
    Method method = Unsafe.class.getMethod("getByte", Object.class, long.class);
    refused(() -> Caller.call(method, UNSAFE, bytes, BASE + 8));
    refused(() -> Caller.call(method, UNSAFE, "text", field));
    Method set =
        Unsafe.class.getMethod("setMemory", Object.class, long.class, long.class, byte.class);
    refused(() -> Caller.call(set, UNSAFE, bytes, BASE + 8, 1, (byte) 1));
    MethodType type = MethodType.methodType(byte.class, Object.class, long.class);
    MethodHandle found = MethodHandles.lookup().findVirtual(Unsafe.class, "getByte", type);
    refused(() -> found.invoke(UNSAFE, bytes, BASE + 8));
    refused(() -> found.invoke(UNSAFE, "text", field));
    System.out.println(refused);
  }
}
