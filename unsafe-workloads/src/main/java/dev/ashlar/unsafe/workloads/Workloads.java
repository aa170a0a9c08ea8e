// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.workloads;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// Makes workloads. Their libraries are loaded from jars of this jar, so that a program can use
/// other versions of them.
public final class Workloads {
  private static final List<String> LIBRARIES =
      List.of(
          "aircompressor",
          "caffeine",
          "disruptor",
          "jctools-core",
          "zero-allocation-hashing",
          "kryo",
          "minlog",
          "objenesis",
          "protobuf-java",
          "netty-transport",
          "netty-buffer",
          "netty-common",
          "netty-resolver",
          "agrona");

  private Workloads() {}

  /// {@return what does the work once, and returns [Workload#expected]}
  ///
  /// The jars are copied into the temporary folder until the JVM ends.
  ///
  /// @throws IllegalStateException if the library cannot be used, with its exception as the cause
  public static LongSupplier of(Workload workload) {
    try {
      // Nothing but the JDK is shared with the program.
      return (LongSupplier)
          Class.forName(
                  Workloads.class.getPackageName() + "." + workload.owner(), true, Loader.LOADER)
              .getMethod(workload.method())
              .invoke(null);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(workload + " cannot be used: " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Loader {
    static final ClassLoader LOADER =
        new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader());

    private static URL[] urls() {
      List<URL> urls = new ArrayList<>();
      urls.add(Workloads.class.getProtectionDomain().getCodeSource().getLocation());
      try {
        for (String library : LIBRARIES) {
          urls.add(copy("/libraries/" + library + ".jar").toUri().toURL());
        }
      } catch (IOException e) {
        throw new UncheckedIOException("the libraries cannot be copied", e);
      }
      return urls.toArray(URL[]::new);
    }

    private static Path copy(String name) throws IOException {
      Path file = Files.createTempFile("ashlar-lab", ".jar");
      file.toFile().deleteOnExit();
      try (InputStream jar = Workloads.class.getResourceAsStream(name);
          var output = Files.newOutputStream(file)) {
        if (jar == null) {
          throw new IOException(name + " is missing in the jar of the workloads");
        }
        jar.transferTo(output);
      }
      return file;
    }
  }
}
