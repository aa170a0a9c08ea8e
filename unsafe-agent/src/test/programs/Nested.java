// SPDX-License-Identifier: Apache-2.0
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Runs a program from a jar in its own jar, whose class loader knows the JDK only.
public class Nested {
  public static void main(String[] args) throws Exception {
    Path copy = Files.createTempFile("nested", ".jar");
    copy.toFile().deleteOnExit();
    try (InputStream in = Nested.class.getResourceAsStream("/BOOT-INF/lib/small.jar")) {
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    URL[] urls = {copy.toUri().toURL()};
    try (URLClassLoader loader =
        new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      Method main = loader.loadClass("Small").getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) args);
    }
  }
}
