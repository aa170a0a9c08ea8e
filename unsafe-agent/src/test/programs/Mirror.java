// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import sun.misc.Unsafe;

/// Writes a field of the JDK that reflection hides, by the offset of the same field in a class with
/// the same fields.
class Mirror {
  static class Same {
    boolean first;
    static int other;
    Object second;
  }

  static class Holder {
    int value;
  }

  static class OtherType {
    int override;
    Object accessCheckCache;
  }

  static class OtherOrder {
    Object accessCheckCache;
    boolean override;
  }

  static class Fewer {
    boolean override;
  }

  static class More extends Same {
    boolean more;
  }

  public static void main(String[] args) throws Exception {
    Field field = Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    Unsafe unsafe = (Unsafe) field.get(null);
    Method lock = ClassLoader.class.getDeclaredMethod("getClassLoadingLock", String.class);
    Constructor<?> text =
        String.class.getDeclaredConstructor(char[].class, int.class, int.class, Void.class);
    if (args.length > 0) {
      for (Class<?> mirror : new Class<?>[] {OtherType.class, OtherOrder.class, Fewer.class}) {
        write(unsafe, mirror.getDeclaredField("override"), lock);
      }
      write(unsafe, More.class.getDeclaredField("more"), lock);
      write(unsafe, Same.class.getDeclaredField("first"), "a text");
      Integer number = 7777;
      try {
        unsafe.putInt(number, unsafe.objectFieldOffset(Holder.class.getDeclaredField("value")), 1);
      } catch (RuntimeException e) {
        System.out.println(e.getMessage().replaceAll("[0-9]+", "N"));
      }
      System.out.println(lock.isAccessible() + " " + number);
      return;
    }
    Field override = Same.class.getDeclaredField("first");
    for (AccessibleObject object : new AccessibleObject[] {lock, text, lock, field}) {
      write(unsafe, override, object);
      System.out.println(
          object.isAccessible() + " "
              + unsafe.getBooleanVolatile(object, unsafe.objectFieldOffset(override)));
    }
    System.out.println(lock.invoke(Mirror.class.getClassLoader(), "x") != null);
    System.out.println(text.newInstance(new char[] {'a', 'b'}, 0, 2, null));
    Same own = new Same();
    write(unsafe, override, own);
    System.out.println(own.first);
  }

  static void write(Unsafe unsafe, Field field, Object object) {
    try {
      unsafe.putBoolean(object, unsafe.objectFieldOffset(field), true);
    } catch (RuntimeException e) {
      System.out.println(e.getMessage().replaceAll("[0-9]+", "N"));
    }
  }
}
