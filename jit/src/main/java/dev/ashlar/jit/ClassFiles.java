package dev.ashlar.jit;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The classes a JVM ran, as far as its class path and its JDK can be reached from here. What
/// cannot be opened or understood is as if it were not there.
final class ClassFiles implements Closeable {
  private final Vm vm;
  private final Map<String, Optional<ClassFile>> known = new HashMap<>();
  private final List<FileSystem> opened = new ArrayList<>();
  private @Nullable List<Path> roots;
  private @Nullable Path modules;

  private ClassFiles(Vm vm) {
    this.vm = vm;
  }

  static ClassFiles of(Vm vm) {
    return new ClassFiles(vm);
  }

  /// {@return the source line of a bytecode; empty if the class is not reachable or has no lines}
  OptionalInt line(Method method, int bci) {
    return find(method.holder())
        .map(file -> file.line(method.name(), method.descriptor(), bci))
        .orElse(OptionalInt.empty());
  }

  /// {@return whether the JDK marks `method` as one that HotSpot may replace; empty if its class is
  /// not reachable}
  Optional<Boolean> isIntrinsicCandidate(Method method) {
    return find(method.holder())
        .map(file -> file.isIntrinsicCandidate(method.name(), method.descriptor()));
  }

  private Optional<ClassFile> find(String holder) {
    // Hidden classes, and those of lambdas, are in no file.
    return holder.indexOf('/') >= 0
        ? Optional.empty()
        : known.computeIfAbsent(holder, h -> Optional.ofNullable(read(h)));
  }

  private @Nullable ClassFile read(String holder) {
    String name = holder.replace('.', '/') + ".class";
    try {
      for (Path root : roots()) {
        Path file = root.resolve(name);
        if (Files.isRegularFile(file)) {
          return ClassFile.parse(Files.readAllBytes(file));
        }
      }
      return null;
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }

  private List<Path> roots() {
    List<Path> found = roots;
    if (found == null) {
      found = new ArrayList<>();
      String classPath = vm.properties().getOrDefault("java.class.path", "");
      for (String entry : classPath.split(File.pathSeparator, -1)) {
        if (!entry.isEmpty()) {
          addRoot(found, entry);
        }
      }
      addModules(found);
      roots = found;
    }
    return found;
  }

  private void addRoot(List<Path> found, String entry) {
    try {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        found.add(path);
      } else if (Files.isRegularFile(path)) {
        FileSystem jar = FileSystems.newFileSystem(path);
        opened.add(jar);
        found.add(jar.getPath("/"));
      }
    } catch (IOException | RuntimeException e) {
      // Not there any more, or no archive: its classes have no lines.
    }
  }

  private void addModules(List<Path> found) {
    String home = vm.properties().getOrDefault("java.home", "");
    if (home.isEmpty() || !Files.isRegularFile(Path.of(home, "lib", "modules"))) {
      return;
    }
    try {
      FileSystem jdk = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home));
      opened.add(jdk);
      modules = jdk.getPath("/modules");
      try (var all = Files.newDirectoryStream(jdk.getPath("/modules"))) {
        all.forEach(found::add);
      }
    } catch (IOException | RuntimeException e) {
      // A JDK that cannot be read from this one.
    }
  }

  /// {@return whether the JDK's own classes can be read}
  boolean hasJdk() {
    roots();
    return modules != null;
  }

  @Override
  public void close() {
    for (FileSystem system : opened) {
      try {
        system.close();
      } catch (IOException | UnsupportedOperationException e) {
        // Nothing was written.
      }
    }
  }
}
