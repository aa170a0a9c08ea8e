// SPDX-License-Identifier: Apache-2.0
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.function.Supplier;

/// Reaches Unsafe in ways that no class file shows: the class that has the object, the class that
/// has the methods and the class that calls are different, and the last two do not name Unsafe; and
/// in classes that have no name, or are hidden.
class Unseen {
  static class Getter {
    static Object get() throws Exception {
      Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return field.get(null);
    }
  }

  static class Methods {
    static Method find(Object unsafe, String name, Class<?>... types) throws Exception {
      return unsafe.getClass().getMethod(name, types);
    }
  }

  public static class Caller {
    static int value = 42;
    public int field = 5;

    static Object call(Method method, Object target, Object... arguments) throws Exception {
      return method.invoke(target, arguments);
    }
  }

  /// Defined again, without a name and as a hidden class.
  public static class Callee implements Supplier<Object> {
    int own = 3;

    public Object get() {
      try {
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
        Caller caller = new Caller();
        long offset = unsafe.objectFieldOffset(Caller.class.getDeclaredField("field"));
        unsafe.putInt(caller, offset, caller.field + 1);
        return caller.field + " "
            + unsafe.getInt(new int[] {7}, (long) sun.misc.Unsafe.ARRAY_INT_BASE_OFFSET);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static class Loader extends ClassLoader {
    final byte[] callee;

    Loader(byte[] callee) {
      super(Unseen.class.getClassLoader());
      this.callee = callee;
    }

    Class<?> define(String name) {
      return defineClass(name, callee, 0, callee.length);
    }
  }

  public static void main(String[] args) throws Throwable {
    Object unsafe = Getter.get();
    Field value = Caller.class.getDeclaredField("value");
    Object base = Caller.call(Methods.find(unsafe, "staticFieldBase", Field.class), unsafe, value);
    Object offset =
        Caller.call(Methods.find(unsafe, "staticFieldOffset", Field.class), unsafe, value);
    Method put = Methods.find(unsafe, "putInt", Object.class, long.class, int.class);
    Caller.call(put, unsafe, base, offset, 43);
    Method get = Methods.find(unsafe, "getInt", Object.class, long.class);
    System.out.println(Caller.value + " " + Caller.call(get, unsafe, base, offset));
    Method allocate = Methods.find(unsafe, "allocateMemory", long.class);
    Object address = Caller.call(allocate, unsafe, 16);
    Caller.call(Methods.find(unsafe, "putLong", long.class, long.class), unsafe, address, 9L);
    System.out.println(Caller.call(Methods.find(unsafe, "getAddress", long.class), unsafe, address));
    Caller.call(Methods.find(unsafe, "freeMemory", long.class), unsafe, address);

    Method invoke = Method.class.getMethod("invoke", Object.class, Object[].class);
    Object[] arguments = {base, offset};
    System.out.println(MethodHandles.lookup().unreflect(invoke).invoke(get, unsafe, arguments));

    byte[] callee = Unseen.class.getResourceAsStream("Unseen$Callee.class").readAllBytes();
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Class<?>[] classes = {
      new Loader(callee).define(Callee.class.getName()),
      new Loader(callee).define(null),
      lookup.defineHiddenClass(callee, true).lookupClass()
    };
    for (Class<?> type : classes) {
      System.out.println(((Supplier<?>) type.getDeclaredConstructor().newInstance()).get());
    }
  }
}
