package dev.ashlar.jit;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
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
///
/// A log may come from anybody, so that it names a file is no reason to trust it: class files are
/// read and never loaded. The JDK's classes are read from the JDK that runs this, or from one that
/// the user names, and only if its full version is the log's.
final class ClassFiles implements Closeable {
  /// Of class files, in all: a log can name many that are long, and packed into little.
  private static final long MOST_BYTES = 1L << 30;

  private static final int BEFORE_MULTI_RELEASE = 8;

  private record Found(@Nullable ClassFile file, boolean ofJdk) {
    static final Found NOWHERE = new Found(null, false);
  }

  private final Vm vm;
  private final List<JdkImage> jdks;
  private final Map<String, Found> known = new HashMap<>();
  private final List<ClassSource> opened = new ArrayList<>();
  private @Nullable List<ClassSource> path;
  private @Nullable List<ClassSource> nested;
  private @Nullable ClassSource jdk;
  private boolean jdkOpened;

  /// Why the JDK's classes cannot be read; empty if they can.
  private String noJdk = "";

  private boolean jdkMissed;
  private long bytesRead;

  private ClassFiles(Vm vm, List<JdkImage> jdks) {
    this.vm = vm;
    this.jdks = jdks;
  }

  /// @param jdks that the user has named
  static ClassFiles of(Vm vm, List<JdkImage> jdks) {
    return new ClassFiles(vm, jdks);
  }

  /// {@return the source line of a bytecode; empty if the class is not reachable or has no lines}
  OptionalInt line(Method method, int bci) {
    ClassFile file = find(method.holder()).file;
    return file == null ? OptionalInt.empty() : file.line(method, bci);
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
    for (String start :
        List.of("java.", "jdk.", "sun.", "com.sun.tools.", "com.sun.crypto.", "com.sun.org.")) {
      if (holder.startsWith(start)) {
        return true;
      }
    }
    return false;
  }

  /// {@return why classes of the JDK that were asked for have no lines, and what helps; empty if
  /// they have, or none was asked for}
  Optional<String> whyNoJdk() {
    return jdkMissed ? Optional.of(noJdk) : Optional.empty();
  }

  private Found find(String holder) {
    // Hidden classes are in no file.
    return holder.indexOf('/') >= 0 ? Found.NOWHERE : known.computeIfAbsent(holder, this::search);
  }

  private Found search(String holder) {
    String name = holder.replace('.', '/') + ".class";
    ClassSource image = jdk();
    Found found = image == null ? null : search(name, image);
    if (found == null) {
      found = search(name, path());
    }
    if (found == null && hasNameOfJdk(holder)) {
      jdkMissed |= !noJdk.isEmpty();
    } else if (found == null) {
      found = search(name, nested());
    }
    return found == null ? Found.NOWHERE : found;
  }

  private @Nullable Found search(String name, List<ClassSource> sources) {
    for (ClassSource source : sources) {
      Found found = search(name, source);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable Found search(String name, ClassSource source) {
    try {
      byte[] bytes = bytesRead > MOST_BYTES ? null : source.find(name);
      if (bytes != null) {
        bytesRead += bytes.length;
        return new Found(ClassFile.parse(bytes), source.isOfJdk(name));
      }
    } catch (IOException | RuntimeException e) {
      if (source instanceof ImageFile) {
        noJdk = "lines of the JDK's classes are not known: " + e.getMessage();
      }
    }
    return null;
  }

  private List<ClassSource> path() {
    List<ClassSource> found = path;
    if (found == null) {
      found = new ArrayList<>();
      for (Path entry : new ClassPath(vm.properties()).entries()) {
        try {
          found.add(
              Files.isDirectory(entry)
                  ? new ClassFolder(entry)
                  : Archive.open(entry, javaVersion()));
        } catch (IOException | RuntimeException e) {
          // Not there any more, or no archive: its classes have no lines.
        }
      }
      opened.addAll(found);
      path = found;
    }
    return found;
  }

  /// The jars in jars, which are copied only if a class is nowhere else.
  private List<ClassSource> nested() {
    List<ClassSource> found = nested;
    if (found == null) {
      found = new ArrayList<>();
      for (ClassSource source : path()) {
        if (source instanceof Archive archive) {
          found.addAll(archive.nested());
        }
      }
      opened.addAll(found);
      nested = found;
    }
    return found;
  }

  /// {@return whose classes count in a multi-release jar; 0 if it is not known}
  private int javaVersion() {
    String chosen = vm.properties().getOrDefault("jdk.util.jar.version", "");
    if (vm.properties().getOrDefault("jdk.util.jar.enableMultiRelease", "true").equals("false")) {
      return BEFORE_MULTI_RELEASE;
    }
    return chosen.matches("\\d{1,3}") ? Integer.parseInt(chosen) : vm.featureVersion();
  }

  private @Nullable ClassSource jdk() {
    if (!jdkOpened) {
      jdkOpened = true;
      try {
        jdk = openJdk();
      } catch (IOException | RuntimeException e) {
        noJdk = "lines of the JDK's classes are not known: " + e.getMessage();
      }
      ClassSource image = jdk;
      if (image != null) {
        opened.add(image);
      }
    }
    return jdk;
  }

  private @Nullable ClassSource openJdk() throws IOException {
    for (JdkImage named : jdks) {
      if (named.version().equals(vm.release())) {
        return named.open();
      }
    }
    String own = Runtime.version().toString();
    if (own.equals(vm.release())) {
      JdkImage running = JdkImage.of(Path.of(System.getProperty("java.home")));
      if (running.version().equals(vm.release())) {
        return running.open();
      }
    }
    String home = vm.properties().getOrDefault("java.home", "");
    noJdk =
        "lines of the JDK's classes are not known: the log is of JDK "
            + vm.jdk()
            + ", and this is JDK "
            + own
            + "; name the log's JDK with --jdk"
            + (home.isEmpty() ? "" : " (it was in " + home + ")");
    return null;
  }

  @Override
  public void close() {
    for (ClassSource source : opened) {
      try {
        source.close();
      } catch (IOException e) {
        // Nothing was written.
      }
    }
  }
}
