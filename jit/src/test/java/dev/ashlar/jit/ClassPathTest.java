// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.internal.classfile.ClassFolder;
import dev.ashlar.jit.internal.classfile.ClassPath;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassPathTest {
  @TempDir private Path folder;

  private Path jar(String name, String classPath) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (!classPath.isEmpty()) {
      manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      new JarOutputStream(out, manifest).close();
    }
    return file;
  }

  @Test
  void manifestsNameMoreJarsAndPerhapsEachOther() throws IOException {
    Path app = jar("app.jar", "libs/a%20b.jar libs/missing.jar app.jar");
    Path library = jar("libs/a b.jar", "../app.jar");
    Path classes = Files.createDirectory(folder.resolve("classes"));
    String path = String.join(File.pathSeparator, app.toString(), classes.toString(), "", "gone");
    assertThat(new ClassPath(Map.of("java.class.path", path)).entries())
        .extracting(Path::normalize)
        .contains(app, library, classes)
        .allMatch(Files::exists);
  }

  @Test
  void modulesAndWhatAProgramLoadsFromItsHome() throws IOException {
    Path module = jar("modules/m.jar", "");
    Path plugin = jar("maven/lib/core.jar", "");
    jar("maven/other/no.jar", "");
    assertThat(
            new ClassPath(
                    Map.of(
                        "jdk.module.path", folder.resolve("modules").toString(),
                        "maven.home", folder.resolve("maven").toString(),
                        "user.home", folder.toString()))
                .entries())
        .containsExactlyInAnyOrder(folder.resolve("modules"), module, plugin);
  }

  /// An empty entry, and an empty class path, are the current folder, but not for a main module.
  @ParameterizedTest
  @ValueSource(strings = {".", "./", "", "gone:", ":gone"})
  void theCurrentFolder(String classPath) {
    Map<String, String> properties = new HashMap<>();
    properties.put("java.class.path", classPath.replace(":", File.pathSeparator));
    properties.put("user.dir", folder.toString());
    assertThat(new ClassPath(properties).entries())
        .extracting(Path::normalize)
        .containsExactly(folder);
    properties.put("jdk.module.main", "m");
    assertThat(new ClassPath(properties).entries()).hasSize(classPath.isEmpty() ? 0 : 1);
  }

  /// Without `user.dir`, as in logs: tests run in the folder of the module.
  @Test
  void classesBelowTheCurrentFolder() throws IOException {
    String name = "target/test-classes/dev/ashlar/jit/ClassPathTest.class";
    for (String entry : List.of(".", "./", "", "target/..")) {
      Path root = new ClassPath(Map.of("java.class.path", entry)).entries().iterator().next();
      assertThat(new ClassFolder(root).find(name)).isNotNull();
      assertThat(new ClassFolder(root).find("../pom.xml")).isNull();
    }
  }

  @Test
  void relativeEntriesAreThoseOfTheJvmsCurrentFolder() throws IOException {
    Path app = jar("app.jar", "");
    assertThat(
            new ClassPath(Map.of("java.class.path", "app.jar", "user.dir", folder.toString()))
                .entries())
        .containsExactly(app);
  }
}
