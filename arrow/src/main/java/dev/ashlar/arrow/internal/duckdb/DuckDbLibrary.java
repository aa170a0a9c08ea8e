// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.internal.cdata.Foreign;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// DuckDB's native library, and handles of the functions of its C API.
///
/// A process has one copy of the library of each path, and one of the driver on the class path, for
/// as long as the JVM lives.
public final class DuckDbLibrary {
  private static final String PREFIX = "libduckdb_java.so_";
  private static final ConcurrentMap<Path, DuckDbLibrary> LOADED = new ConcurrentHashMap<>();

  private static @Nullable DuckDbLibrary ofJar;

  private final SymbolLookup symbols;
  private final ConcurrentMap<Function, MethodHandle> functions = new ConcurrentHashMap<>();

  /// A function of the C API as it is called.
  private record Function(String name, int parameters) {}

  private DuckDbLibrary(Path file) {
    this.symbols = Foreign.library(file);
  }

  /// Returns the library in a file.
  ///
  /// @throws IllegalArgumentException if it cannot be loaded
  public static DuckDbLibrary of(Path file) {
    return LOADED.computeIfAbsent(file.toAbsolutePath(), DuckDbLibrary::new);
  }

  /// Returns the library of DuckDB's JDBC driver on the class path.
  ///
  /// @throws IllegalStateException if the driver is not there
  public static synchronized DuckDbLibrary ofClassPath() {
    DuckDbLibrary loaded = ofJar;
    if (loaded == null) {
      loaded = unpack(resource());
      ofJar = loaded;
    }
    return loaded;
  }

  /// Returns the names that the library for a system has in the driver's jar, one for each form of
  /// the jar. Before version 2, one file served all Macs.
  ///
  /// @param system as in the property `os.name`
  /// @param processor as in the property `os.arch`
  static List<String> resourceNames(String system, String processor) {
    String os = system.toLowerCase(Locale.ROOT);
    String known =
        switch (processor.toLowerCase(Locale.ROOT)) {
          case "x86_64", "amd64" -> "amd64";
          case "aarch64", "arm64" -> "arm64";
          case String other -> other;
        };
    return os.startsWith("mac")
        ? List.of(PREFIX + "macos_" + known, PREFIX + "osx_universal")
        : List.of(PREFIX + (os.startsWith("win") ? "windows_" : "linux_") + known);
  }

  private static List<String> resourceNames() {
    return resourceNames(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  private static URL resource() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (String name : resourceNames()) {
      URL found = loader == null ? null : loader.getResource(name);
      if (found == null) {
        found = ClassLoader.getSystemResource(name);
      }
      if (found != null) {
        return found;
      }
    }
    throw new IllegalStateException(
        "DuckDB is not on the class path for this system (%s): add org.duckdb:duckdb_jdbc, or give the path of DuckDB's library to DuckDb.open"
            .formatted(String.join(" or ", resourceNames())));
  }

  /// The operating system loads libraries from files only. Where it lets a loaded file be deleted,
  /// it is.
  private static DuckDbLibrary unpack(URL resource) {
    try (InputStream in = resource.openStream()) {
      Path file = Files.createTempFile("ashlar-duckdb", ".so");
      try {
        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        return new DuckDbLibrary(file);
      } finally {
        if (!file.toFile().delete()) {
          file.toFile().deleteOnExit();
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException("DuckDB's library could not be unpacked", failed);
    }
  }

  public static void unpack(Path jar, Path library) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry =
          resourceNames().stream()
              .map(zip::getEntry)
              .filter(Objects::nonNull)
              .findFirst()
              .orElseThrow(() ->
                  new IOException(
                      "%s has no %s: DuckDB is not built for this system"
                          .formatted(jar, String.join(" or ", resourceNames()))));
      try (InputStream in = zip.getInputStream(entry)) {
        Files.copy(in, library);
      }
    }
  }

  /// Returns a handle of a function whose result and parameters are `long`s. It takes the latter as
  /// one array.
  ///
  /// @throws IllegalStateException if this version of DuckDB does not have it
  MethodHandle function(String name, int parameters) {
    return functions.computeIfAbsent(new Function(name, parameters), this::find);
  }

  private MethodHandle find(Function function) {
    MemoryLayout[] layouts = new MemoryLayout[function.parameters];
    Arrays.fill(layouts, JAVA_LONG);
    return Foreign.call(address(function.name), FunctionDescriptor.of(JAVA_LONG, layouts))
        .asSpreader(long[].class, function.parameters);
  }

  /// Returns the address of a function.
  ///
  /// @throws IllegalStateException if this version of DuckDB does not have it
  long address(String name) {
    return symbols
        .find("duckdb_" + name)
        .orElseThrow(() ->
            new IllegalStateException(
                "This version of DuckDB has no function duckdb_%s: use 1.4 or later"
                    .formatted(name)))
        .address();
  }
}
