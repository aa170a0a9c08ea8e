// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The names of DuckDB's library in the jar of its driver.
class DuckDbLibraryTest {
  private static final String[][] SYSTEMS = {
    {"Linux", "amd64"},
    {"Linux", "aarch64"},
    {"Mac OS X", "aarch64"},
    {"Mac OS X", "x86_64"},
    {"Windows Server 2025", "amd64"},
    {"Windows 11", "aarch64"}
  };

  /// Of version 1.4.1.
  private static final List<String> BEFORE_2 =
      List.of("linux_amd64", "linux_arm64", "osx_universal", "windows_amd64");

  @TempDir Path folder;

  private static List<String> namesInJar() throws Exception {
    URL driver = ClassLoader.getSystemResource("org/duckdb/DuckDBDriver.class");
    JarURLConnection connection =
        (JarURLConnection) Objects.requireNonNull(driver).openConnection();
    try (JarFile jar = new JarFile(Path.of(connection.getJarFileURL().toURI()).toFile())) {
      return jar.stream().map(ZipEntry::getName).filter(name -> name.contains(".so_")).toList();
    }
  }

  @Test
  void eachLibraryInTheJarIsThatOfASystem() throws Exception {
    List<String> asked = new ArrayList<>();
    for (String[] system : SYSTEMS) {
      asked.addAll(DuckDbLibrary.resourceNames(system[0], system[1]));
    }
    assertThat(namesInJar()).isNotEmpty().isSubsetOf(asked);
    assertThat(BEFORE_2).allMatch(name -> asked.contains("libduckdb_java.so_" + name));
  }

  @Test
  void systemsHaveTheirOwnLibrary() {
    assertThat(DuckDbLibrary.resourceNames("Linux", "amd64"))
        .containsExactly("libduckdb_java.so_linux_amd64");
    assertThat(DuckDbLibrary.resourceNames("Linux", "aarch64"))
        .containsExactly("libduckdb_java.so_linux_arm64");
    assertThat(DuckDbLibrary.resourceNames("Windows 11", "amd64"))
        .containsExactly("libduckdb_java.so_windows_amd64");
    assertThat(DuckDbLibrary.resourceNames("Mac OS X", "aarch64"))
        .containsExactly("libduckdb_java.so_macos_arm64", "libduckdb_java.so_osx_universal");
    assertThat(DuckDbLibrary.resourceNames("Mac OS X", "x86_64"))
        .containsExactly("libduckdb_java.so_macos_amd64", "libduckdb_java.so_osx_universal");
    assertThat(DuckDbLibrary.resourceNames("Linux", "riscv64"))
        .containsExactly("libduckdb_java.so_linux_riscv64");
  }

  @Test
  void aJarWithoutTheLibraryIsRefused() throws Exception {
    Path jar = folder.resolve("driver.jar");
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("libduckdb_java.so_plan9_mips"));
    }
    assertThatThrownBy(() -> DuckDbLibrary.unpack(jar, folder.resolve("library")))
        .hasMessageContaining("has no libduckdb_java.so_")
        .hasMessageContaining("DuckDB is not built for this system");
    assertThat(folder.resolve("library")).doesNotExist();
  }
}
