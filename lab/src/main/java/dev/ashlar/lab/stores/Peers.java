// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.experiment.UnavailableException;
import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/// Loads the classes of stores that are not part of the lab: SQLite, H2, DuckDB and RocksDB.
public final class Peers {
  /// The system property with the jars, separated as in a class path. Without the property, the
  /// jars have to be on the class path.
  public static final String PROPERTY = "ashlar.stores";

  private static final ClassLoader LOADER = loader();

  private Peers() {}

  private static ClassLoader loader() {
    String jars = System.getProperty(PROPERTY);
    ClassLoader own = Peers.class.getClassLoader();
    if (jars == null) {
      return own;
    }
    URL[] urls =
        Arrays.stream(jars.split(Pattern.quote(File.pathSeparator), -1))
            .map(Peers::url)
            .toArray(URL[]::new);
    return new URLClassLoader(urls, own);
  }

  private static URL url(String jar) {
    try {
      return Path.of(jar).toUri().toURL();
    } catch (MalformedURLException e) {
      throw LabException.failed("%s is no file: set -D%s to jars".formatted(jar, PROPERTY));
    }
  }

  /// {@return the reason why a store cannot take part; empty if its classes are here}
  static Optional<String> missing(String className) {
    return LOADER.getResource(className.replace('.', '/') + ".class") != null
        ? Optional.empty()
        : Optional.of(
            "%s is not here: set JAVA_TOOL_OPTIONS=-D%s=JAR, with other jars behind '%s'"
                .formatted(className, PROPERTY, File.pathSeparator));
  }

  static Class<?> load(String className) {
    try {
      return Class.forName(className, true, LOADER);
    } catch (ClassNotFoundException e) {
      throw new UnavailableException(missing(className).orElse(e.toString()));
    }
  }

  /// Returns a public method. In its type, `Object` replaces all classes except `String` and
  /// arrays.
  static MethodHandle method(String className, String name, Class<?>... parameters) {
    try {
      Method method = load(className).getMethod(name, parameters);
      return erased(MethodHandles.publicLookup().unreflect(method));
    } catch (ReflectiveOperationException e) {
      throw new UnavailableException("another version: " + e);
    }
  }

  /// Returns the public constructor without parameters. Its handle returns `Object`.
  static MethodHandle constructor(String className) {
    try {
      return erased(
          MethodHandles.publicLookup()
              .findConstructor(load(className), MethodType.methodType(void.class)));
    } catch (ReflectiveOperationException e) {
      throw new UnavailableException("another version: " + e);
    }
  }

  /// {@return the exception that a method handle threw, for the caller to throw} Errors are thrown
  /// here.
  static Exception rethrown(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof Exception exception ? exception : new IllegalStateException(thrown);
  }

  static void close(Object peer) throws IOException {
    try {
      ((AutoCloseable) peer).close();
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static MethodHandle erased(MethodHandle handle) {
    MethodType type = handle.type();
    for (int i = 0; i < type.parameterCount(); i++) {
      type = type.changeParameterType(i, erased(type.parameterType(i)));
    }
    return handle.asType(type.changeReturnType(erased(type.returnType())));
  }

  private static Class<?> erased(Class<?> type) {
    return type.isPrimitive() || type.isArray() || type == String.class ? type : Object.class;
  }
}
