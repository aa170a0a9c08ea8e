// SPDX-License-Identifier: Apache-2.0
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import sun.misc.Unsafe;

/// Calls Unsafe by reflection and method handles, with right and wrong arguments, and prints what
/// each call returns or throws.
class Reflective {
  static final int[] ARRAY = {7, 8};
  static final long BASE = Unsafe.ARRAY_INT_BASE_OFFSET;

  interface Call {
    Object run() throws Throwable;
  }

  interface Invoker {
    Object invoke(Object target, Object... arguments) throws Exception;
  }

  interface Finder {
    MethodHandle find(Class<?> owner, String name, MethodType type) throws Exception;
  }

  static void print(String what, Call call) {
    try {
      System.out.println(what + ": " + call.run());
    } catch (InvocationTargetException e) {
      System.out.println(what + ": wrapped " + e.getCause().getClass().getName());
    } catch (Throwable e) {
      System.out.println(what + ": " + e.getClass().getName());
    }
  }

  static void invoke(String what, Method method, Object target, Object... arguments) {
    Invoker reference = method::invoke;
    print(what, () -> method.invoke(target, arguments));
    print(what + " by a reference", () -> reference.invoke(target, arguments));
  }

  static int read(MethodHandle get, Unsafe unsafe) throws Throwable {
    return (int) get.invokeExact(unsafe, (Object) ARRAY, BASE);
  }

  public static void main(String[] args) throws Throwable {
    Field field = Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    Unsafe unsafe = (Unsafe) field.get(null);
    Method get = Unsafe.class.getMethod("getInt", Object.class, long.class);
    Method put = Unsafe.class.getMethod("putInt", Object.class, long.class, int.class);
    invoke("right", get, unsafe, ARRAY, BASE + 4);
    invoke("widened", get, unsafe, ARRAY, (int) BASE);
    invoke("written", put, unsafe, ARRAY, BASE, (byte) 9);
    invoke("no target", get, null, ARRAY, BASE);
    invoke("another target", get, "text", ARRAY, BASE);
    invoke("too few", get, unsafe, ARRAY);
    invoke("too many", get, unsafe, ARRAY, BASE, 1);
    invoke("no arguments", get, unsafe, (Object[]) null);
    invoke("a wrong type", get, unsafe, ARRAY, "text");
    invoke("too wide", put, unsafe, ARRAY, BASE, 5L);
    invoke("null for a number", get, unsafe, ARRAY, null);
    Method offset = Unsafe.class.getMethod("objectFieldOffset", Field.class);
    invoke("no field", offset, unsafe, (Object) null);
    invoke("a static field", offset, unsafe, Reflective.class.getDeclaredField("ARRAY"));

    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType type = MethodType.methodType(int.class, Object.class, long.class);
    Finder finder = lookup::findVirtual;
    MethodType length = MethodType.methodType(int.class);
    print("found", () -> read(lookup.findVirtual(Unsafe.class, "getInt", type), unsafe));
    print("found by a reference", () -> read(finder.find(Unsafe.class, "getInt", type), unsafe));
    print("unreflected", () -> read(lookup.unreflect(get), unsafe));
    print("bound", () -> (int) lookup.bind(unsafe, "getInt", type).invokeExact((Object) ARRAY, BASE));
    print("bound text", () -> (int) lookup.bind("text", "length", length).invokeExact());
    print("bound null", () -> lookup.bind(null, "getInt", type));
    print("bound unknown", () -> lookup.bind(unsafe, "getInteger", type));
    System.out.println(ARRAY[0] + " " + ARRAY[1]);
  }
}
