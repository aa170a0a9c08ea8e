package dev.ashlar.jit;

import java.io.Closeable;
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
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The classes a JVM ran, as far as its class path and its JDK can be reached from here. What
/// cannot be opened or understood is as if it were not there.
final class ClassFiles implements Closeable {
  private record Root(Path folder, boolean ofJdk) {}

  private record Found(@Nullable ClassFile file, boolean ofJdk) {
    static final Found NOWHERE = new Found(null, false);
  }

  private final Vm vm;
  private final Map<String, Found> known = new HashMap<>();
  private final List<FileSystem> opened = new ArrayList<>();
  private @Nullable List<Root> roots;

  private ClassFiles(Vm vm) {
    this.vm = vm;
  }

  static ClassFiles of(Vm vm) {
    return new ClassFiles(vm);
  }

  /// {@return the source line of a bytecode; empty if the class is not reachable or has no lines}
  OptionalInt line(Method method, int bci) {
    ClassFile file = find(method.holder()).file;
    return file == null ? OptionalInt.empty() : file.line(method.name(), method.descriptor(), bci);
  }

  /// {@return whether the JDK marks `method` as one that HotSpot may replace; false if its class is
  /// not reachable}
  boolean isIntrinsicCandidate(Method method) {
    ClassFile file = find(method.holder()).file;
    return file != null && file.isIntrinsicCandidate(method.name(), method.descriptor());
  }

  /// {@return whether the class is one of the JDK's own}
  boolean isOfJdk(String holder) {
    // A lambda's class belongs to the class it is written in.
    int lambda = holder.indexOf("$$Lambda");
    int hidden = holder.indexOf('/');
    String written =
        lambda > 0
            ? holder.substring(0, lambda)
            : hidden > 0 ? holder.substring(0, hidden) : holder;
    Found found = find(written);
    return found.file != null ? found.ofJdk : hasNameOfJdk(written);
  }

  private static boolean hasNameOfJdk(String holder) {
    for (String start : List.of("java.", "jdk.", "sun.")) {
      if (holder.startsWith(start)) {
        return true;
      }
    }
    return false;
  }

  private Found find(String holder) {
    // Hidden classes are in no file.
    return holder.indexOf('/') >= 0 ? Found.NOWHERE : known.computeIfAbsent(holder, this::search);
  }

  private Found search(String holder) {
    String name = holder.replace('.', '/') + ".class";
    for (Root root : roots()) {
      try {
        Path file = root.folder.resolve(name);
        if (Files.isRegularFile(file)) {
          return new Found(ClassFile.parse(Files.readAllBytes(file)), root.ofJdk);
        }
      } catch (IOException | InvalidPathException e) {
        // As if it were not there.
      }
    }
    return Found.NOWHERE;
  }

  private List<Root> roots() {
    List<Root> found = roots;
    if (found == null) {
      found = new ArrayList<>();
      for (Path entry : new ClassPath(vm.properties()).entries()) {
        addRoot(found, entry);
      }
      addModules(found);
      roots = found;
    }
    return found;
  }

  private void addRoot(List<Root> found, Path entry) {
    try {
      if (Files.isDirectory(entry)) {
        found.add(new Root(entry, false));
      } else {
        FileSystem jar = FileSystems.newFileSystem(entry);
        opened.add(jar);
        found.add(new Root(jar.getPath("/"), false));
      }
    } catch (IOException | RuntimeException e) {
      // Not there any more, or no archive: its classes have no lines.
    }
  }

  private void addModules(List<Root> found) {
    String home = vm.properties().getOrDefault("java.home", "");
    if (home.isEmpty() || !Files.isRegularFile(Path.of(home, "lib", "modules"))) {
      return;
    }
    try {
      FileSystem image = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home));
      opened.add(image);
      try (var all = Files.newDirectoryStream(image.getPath("/modules"))) {
        for (Path module : all) {
          // An image made by jlink has modules of others beside the JDK's.
          String name = module.getFileName().toString();
          found.add(new Root(module, name.startsWith("java.") || name.startsWith("jdk.")));
        }
      }
    } catch (IOException | RuntimeException e) {
      // A JDK that cannot be read from this one.
    }
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
