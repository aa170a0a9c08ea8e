// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.classfile;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;

/// The class path of a JVM, derived from its system properties. It has the class path with the
/// entries of its manifests, and the module path. It also has the jars in the `lib` folders of
/// programs that load their own jars, as Maven does from `maven.home`.
public final class ClassPath {
  /// A limit, because manifests may name each other.
  private static final int MOST = 5000;

  private final Map<String, String> properties;
  private final Set<Path> entries = new LinkedHashSet<>();

  public ClassPath(Map<String, String> properties) {
    this.properties = properties;
  }

  /// {@return the existing folders of classes and jars}
  public Set<Path> entries() {
    String classPath = properties.get("java.class.path");
    // An empty one is the current folder, but not where a module is started.
    if (classPath != null && !(classPath.isEmpty() && properties.containsKey("jdk.module.main"))) {
      for (String entry : classPath.split(File.pathSeparator, -1)) {
        add(entry);
      }
    }
    for (String entry :
        properties.getOrDefault("jdk.module.path", "").split(File.pathSeparator, -1)) {
      // The children of an empty entry would be the files of the current folder.
      if (!entry.isEmpty()) {
        add(entry);
        addChildren(entry, "");
      }
    }
    properties.forEach((key, value) -> {
      if (key.endsWith(".home") && !key.equals("java.home") && !key.equals("user.home")) {
        addChildren(value + "/lib", ".jar");
      }
    });
    return entries;
  }

  private void add(String entry) {
    try {
      add(path(entry));
    } catch (InvalidPathException e) {
      // The path is of another operating system.
    }
  }

  /// Relative paths are relative to the JVM's current folder.
  private Path path(String entry) {
    if (entry.startsWith("//") || entry.startsWith("\\\\")) {
      throw new InvalidPathException(entry, "on another computer, which a log must not access");
    }
    return Path.of(properties.getOrDefault("user.dir", "")).resolve(entry);
  }

  private void add(Path path) {
    boolean jar = Files.isRegularFile(path);
    if ((jar || Files.isDirectory(path)) && entries.size() < MOST && entries.add(path) && jar) {
      addManifest(path);
    }
  }

  private void addManifest(Path jar) {
    try (Archive file = Archive.open(jar, 0)) {
      for (String url : file.attribute(Attributes.Name.CLASS_PATH).orElse("").split("\\s+", -1)) {
        URI named = jar.toUri().resolve(URI.create(url));
        // The file system of another scheme would have to be loaded.
        if (!url.isEmpty() && "file".equals(named.getScheme())) {
          add(Path.of(named));
        }
      }
    } catch (IOException | RuntimeException e) {
      // Its entries stay unknown.
    }
  }

  private void addChildren(String folder, String suffix) {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(path(folder), "*" + suffix)) {
      children.forEach(this::add);
    } catch (IOException | RuntimeException e) {
      // No such folder.
    }
  }
}
