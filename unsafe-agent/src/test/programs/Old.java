// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.Field;
import java.security.ProtectionDomain;
import sun.misc.Unsafe;

/// Calls methods that Unsafe had in older JDKs.
public class Old {
  private static int secret = 7;

  static class Inner {
    static int secret() {
      return Old.secret;
    }
  }

  public static void main(String[] args) throws Exception {
    Field field = Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    Unsafe unsafe = (Unsafe) field.get(null);
    byte[] bytes = Old.class.getResourceAsStream("Old$Inner.class").readAllBytes();
    ClassLoader loader = new ClassLoader(Old.class.getClassLoader()) {};
    ProtectionDomain domain = new ProtectionDomain(null, null);
    Class<?> defined = unsafe.defineClass("Old$Inner", bytes, 0, bytes.length, loader, domain);
    System.out.println(
        "defined " + (defined.getClassLoader() == loader) + " "
            + (defined.getProtectionDomain() == domain));
    try {
      unsafe.defineClass(null, bytes, 0, bytes.length, loader, domain);
    } catch (LinkageError e) {
      System.out.println("twice " + e.getMessage().contains("duplicate"));
    }
    Class<?> hidden = unsafe.defineAnonymousClass(Old.class, bytes, null);
    var secret = hidden.getDeclaredMethod("secret");
    secret.setAccessible(true);
    System.out.println("hidden " + hidden.isHidden() + " " + secret.invoke(null));
    unsafe.ensureClassInitialized(hidden);
    unsafe.ensureClassInitialized(int[].class);
    String[] texts = {"a", null};
    for (Object[] patches : new Object[][] {texts, null}) {
      try {
        unsafe.defineAnonymousClass(Old.class, bytes, patches);
        unsafe.defineClass("Old$Inner", bytes, 0, bytes.length, null, null);
      } catch (RuntimeException e) {
        System.out.println(e.getMessage());
      }
    }
    try {
      unsafe.monitorEnter(texts);
    } catch (NoSuchMethodError e) {
      System.out.println("no monitorEnter");
    }
  }
}
