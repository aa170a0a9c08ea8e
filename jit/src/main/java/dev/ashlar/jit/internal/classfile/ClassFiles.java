// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.classfile;

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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The class files of a JVM that has ended, as far as its class path and its JDK are still in
/// place. Files that cannot be read count as missing.
///
/// A log may come from anybody, so class files are read and never loaded. The JDK's classes are
/// read from the JDK that runs this code, or from one that the user names, and only if the full
/// version equals the log's.
public final class ClassFiles implements Closeable {
  /// The limit for all class files: a log may name many large ones, compressed into little.
  private static final long MOST_BYTES = 1L << 30;

  private static final int BEFORE_MULTI_RELEASE = 8;

  /// Jars in a local repository of Maven or Gradle are those of libraries.
  private static final Pattern REPOSITORY =
      Pattern.compile("[/\\\\](\\.m2[/\\\\]repository|modules-2[/\\\\]files-2\\.1)[/\\\\]");

  private record Found(@Nullable ClassFile file, boolean ofJdk, String library) {
    static final Found NOWHERE = new Found(null, false, "");
  }

  /// The JVM that had the classes.
  ///
  /// @param jdk its version as text
  /// @param release its full version; empty if unknown
  /// @param featureVersion 17 for JDK 17; 0 if unknown
  /// @param properties its system properties
  public record Origin(
      String jdk, String release, int featureVersion, Map<String, String> properties) {}

  private final Origin origin;
  private final List<JdkClasses> jdks;
  private final Map<String, Found> known = new HashMap<>();
  private final List<ClassSource> opened = new ArrayList<>();
  private @Nullable List<ClassSource> path;
  private @Nullable List<ClassSource> nested;
  private @Nullable ClassSource jdk;
  private boolean jdkOpened;
  private boolean besideFolders;

  /// Why the JDK's classes cannot be read; empty if they can.
  private String noJdk = "";

  private boolean jdkMissed;
  private long bytesRead;

  /// @param jdks the JDKs that the user has named
  public ClassFiles(Origin origin, List<JdkClasses> jdks) {
    this.origin = origin;
    this.jdks = jdks;
  }

  /// {@return no class files: no file is read, and names decide which classes belong to the JDK}
  public static ClassFiles none() {
    ClassFiles none = new ClassFiles(new Origin("", "", 0, Map.of()), List.of());
    none.path = List.of();
    none.nested = List.of();
    none.jdkOpened = true;
    return none;
  }

  /// {@return the source line of a bytecode; empty if the class is not reachable or has no lines}
  ///
  /// @param holder binary name of the class
  /// @param byteSize the size of the method's bytecode; -1 if unknown
  public OptionalInt line(String holder, String name, String descriptor, int byteSize, int bci) {
    ClassFile file = find(holder).file;
    return file == null ? OptionalInt.empty() : file.line(name, descriptor, byteSize, bci);
  }

  /// {@return the line in the class's own source file, of a line in its class file; empty if there
  /// is none} Without the class file it is the same.
  public OptionalInt ownLine(String holder, int line) {
    ClassFile file = find(holder).file;
    return file == null ? OptionalInt.of(line) : file.ownLine(line);
  }

  /// {@return whether the method is an `@IntrinsicCandidate`; false if its class is not found}
  public boolean isIntrinsicCandidate(String holder, String name, String descriptor) {
    ClassFile file = find(holder).file;
    return file != null && file.isIntrinsicCandidate(name, descriptor);
  }

  public boolean isOfJdk(String holder) {
    // The class of a lambda belongs to the class in which it is written.
    int lambda = holder.indexOf("$$Lambda");
    int hidden = holder.indexOf('/');
    String written =
        lambda > 0
            ? holder.substring(0, lambda)
            : hidden > 0 ? holder.substring(0, hidden) : holder;
    Found found = find(written);
    return found.file != null ? found.ofJdk : hasNameOfJdk(written);
  }

  /// {@return the jar of the library with the class; empty if there is none, or if it is unknown}
  /// These jars are libraries: jars from a repository, jars in another jar, and all jars if the
  /// class path also has folders of classes.
  public String libraryOf(String holder) {
    return find(holder).library;
  }

  private String library(ClassSource source) {
    return source instanceof Archive archive
            && (besideFolders || archive.isNested() || REPOSITORY.matcher(archive.path()).find())
        ? archive.name()
        : "";
  }

  private static boolean hasNameOfJdk(String holder) {
    return Stream.of("java.", "jdk.", "sun.", "com.sun.tools.", "com.sun.crypto.", "com.sun.org.")
        .anyMatch(holder::startsWith);
  }

  /// {@return the reason why requested classes of the JDK have no lines, with the remedy; empty if
  /// they have lines, or if none was requested}
  public Optional<String> whyNoJdk() {
    return jdkMissed ? Optional.of(noJdk) : Optional.empty();
  }

  private Found find(String holder) {
    // Hidden classes have no file.
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
        return new Found(ClassFile.parse(bytes), source.isOfJdk(name), library(source));
      }
    } catch (IOException | RuntimeException e) {
      if (source instanceof JimageFile) {
        noJdk = "lines of the JDK's classes are not known: " + e.getMessage();
      }
    }
    return null;
  }

  private List<ClassSource> path() {
    List<ClassSource> found = path;
    if (found == null) {
      found = new ArrayList<>();
      for (Path entry : new ClassPath(origin.properties()).entries()) {
        besideFolders |= Files.isDirectory(entry);
        try {
          found.add(
              Files.isDirectory(entry)
                  ? new ClassFolder(entry)
                  : Archive.open(entry, javaVersion()));
        } catch (IOException | RuntimeException e) {
          // It is missing or not a jar, so its classes have no lines.
        }
      }
      opened.addAll(found);
      path = found;
    }
    return found;
  }

  /// Jars in jars, which are copied only if a class is not found elsewhere.
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

  private int javaVersion() {
    if ("false".equals(origin.properties().get("jdk.util.jar.enableMultiRelease"))) {
      return BEFORE_MULTI_RELEASE;
    }
    String chosen = origin.properties().getOrDefault("jdk.util.jar.version", "");
    return chosen.matches("\\d{1,3}") ? Integer.parseInt(chosen) : origin.featureVersion();
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
    for (JdkClasses named : jdks) {
      if (named.version().equals(origin.release())) {
        return named.open();
      }
    }
    String own = Runtime.version().toString();
    if (own.equals(origin.release())) {
      JdkClasses running = JdkClasses.of(Path.of(System.getProperty("java.home")));
      if (running.version().equals(origin.release())) {
        return running.open();
      }
    }
    String home = origin.properties().getOrDefault("java.home", "");
    noJdk =
        "lines of the JDK's classes are not known: the log is of JDK %s, and this is JDK %s; name the log's JDK with --jdk%s"
            .formatted(origin.jdk(), own, home.isEmpty() ? "" : " (it was in " + home + ")");
    return null;
  }

  @Override
  public void close() {
    for (ClassSource source : opened) {
      try {
        source.close();
      } catch (IOException | RuntimeException e) {
        // Nothing was written, and the others are closed.
      }
    }
  }
}
