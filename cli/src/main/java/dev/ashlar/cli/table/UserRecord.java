// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.table.TableType;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles.Lookup;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class UserRecord {
  /// Loads the user's classes. It stays open until the JVM ends, because classes may be loaded
  /// later.
  private static final class Loader extends URLClassLoader {
    Loader(URL... places) {
      super(places, UserRecord.class.getClassLoader());
    }

    Lookup lookup(Class<?> record) throws IOException, ReflectiveOperationException {
      String name = RecordLookup.class.getName();
      try (InputStream in =
          UserRecord.class.getResourceAsStream(RecordLookup.class.getSimpleName() + ".class")) {
        byte[] bytes = in.readAllBytes();
        Class<?> here = defineClass(name, bytes, 0, bytes.length);
        return (Lookup) here.getMethod("in", Class.class).invoke(null, record);
      }
    }
  }

  private UserRecord() {}

  /// Returns the table type of a record.
  ///
  /// @param name the name of the record, as in `com.example.Store.Order`
  /// @param classPath the folders and jars with the record, as `java` takes them
  /// @throws IOException if the record is not found, or cannot be in a table, with the remedy
  static TableType<?> type(String name, String classPath) throws IOException {
    Loader loader = new Loader(places(classPath));
    try {
      Class<?> type = load(name, loader);
      if (!type.isRecord()) {
        throw new IOException("--record %s: it is no record".formatted(name));
      }
      return TableType.of(loader.lookup(type), type.asSubclass(Record.class));
    } catch (ClassNotFoundException missing) {
      throw new IOException(
          "--record %s: no such class in --class-path %s".formatted(name, classPath), missing);
    } catch (ReflectiveOperationException | LinkageError | IllegalArgumentException unusable) {
      throw new IOException("--record %s: %s".formatted(name, unusable.getMessage()), unusable);
    }
  }

  private static URL[] places(String classPath) throws MalformedURLException {
    List<URL> places = new ArrayList<>();
    for (String place : classPath.split(File.pathSeparator, -1)) {
      if (Files.exists(Path.of(place))) {
        places.add(Path.of(place).toUri().toURL());
      }
    }
    return places.toArray(URL[]::new);
  }

  /// A record inside of another class may have a dot in front of its name.
  private static Class<?> load(String name, ClassLoader loader) throws ClassNotFoundException {
    String binary = name;
    while (true) {
      try {
        return Class.forName(binary, true, loader);
      } catch (ClassNotFoundException missing) {
        int dot = binary.lastIndexOf('.');
        if (dot < 0) {
          throw missing;
        }
        binary = binary.substring(0, dot) + '$' + binary.substring(dot + 1);
      }
    }
  }
}
