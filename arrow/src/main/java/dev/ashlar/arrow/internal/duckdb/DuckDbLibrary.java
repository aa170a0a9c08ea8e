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
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// DuckDB's native library, and handles of the functions of its C API.
///
/// A process has one copy of it, for as long as the JVM lives.
public final class DuckDbLibrary {
  private static final ConcurrentMap<Path, DuckDbLibrary> LOADED = new ConcurrentHashMap<>();

  private static @Nullable DuckDbLibrary ofJar;

  private final SymbolLookup symbols;
  private final ConcurrentMap<String, MethodHandle> functions = new ConcurrentHashMap<>();

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

  private static String resourceName() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    String os = system.contains("win") ? "windows" : system.contains("mac") ? "macos" : "linux";
    String arch = Arrays.asList("aarch64", "arm64").contains(processor) ? "arm64" : "amd64";
    return "libduckdb_java.so_" + os + "_" + arch;
  }

  private static URL resource() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    URL found = loader == null ? null : loader.getResource(resourceName());
    if (found == null) {
      found = ClassLoader.getSystemResource(resourceName());
    }
    if (found == null) {
      throw new IllegalStateException(
          "DuckDB is not on the class path for this system (%s): add org.duckdb:duckdb_jdbc, or"
                  .formatted(resourceName())
              + " give the path of DuckDB's library to DuckDb.open");
    }
    return found;
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
      ZipEntry entry = zip.getEntry(resourceName());
      if (entry == null) {
        throw new IOException(
            "%s has no %s: DuckDB is not built for this system".formatted(jar, resourceName()));
      }
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
    MemoryLayout[] layouts = new MemoryLayout[parameters];
    Arrays.fill(layouts, JAVA_LONG);
    return functions.computeIfAbsent(
        name,
        missing ->
            Foreign.call(address(missing), FunctionDescriptor.of(JAVA_LONG, layouts))
                .asSpreader(long[].class, parameters));
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
