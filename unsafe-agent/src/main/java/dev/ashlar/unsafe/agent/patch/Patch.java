// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import dev.ashlar.unsafe.agent.rewrite.Bootstrap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Rewrites jars ahead of time, for programs that cannot use agents.
///
/// @param jars the jars on disk, and the nested jars that call Unsafe
/// @param unopened the archives that are not opened, each with the reason; they are copied, and may
///   have calls
/// @param notes what the user of the output has to know
/// @param problems the reasons why nothing was written; empty if the jars were written
public record Patch(
    List<Jar> jars, List<String> unopened, List<String> notes, List<String> problems) {
  /// The name of the jar with the classes that rewritten classes need. It is written to the same
  /// folder as the patched jars.
  public static final String RUNTIME = Bootstrap.RUNTIME;

  public Patch {
    jars = List.copyOf(jars);
    unopened = List.copyOf(unopened);
    notes = List.copyOf(notes);
    problems = List.copyOf(problems);
  }

  /// The calls found in a jar, or in the class files of a folder.
  ///
  /// @param name the path in the output; for a nested jar, the paths joined by `!/`
  /// @param replaced the number of replaced calls of Unsafe
  /// @param missing the calls, by method, of methods that this JDK's Unsafe lacks; such a call
  ///   fails
  /// @param unchanged the class files that cannot be rewritten, with the reason
  /// @param packages the packages of the JDK whose fields are accessed, as `module/package`
  public record Jar(
      String name,
      int replaced,
      Map<String, Integer> missing,
      Map<String, String> unchanged,
      Set<String> packages) {
    public Jar {
      missing = Map.copyOf(missing);
      unchanged = Map.copyOf(unchanged);
      packages = Set.copyOf(packages);
    }

    boolean isEmpty() {
      return replaced == 0 && missing.isEmpty() && unchanged.isEmpty();
    }
  }

  /// Patches jars and folders.
  ///
  /// @param inputs jars, class files and folders. Each file becomes a file of the same name, and
  ///   each file and folder in a folder one of the same path. What is an archive or a class file is
  ///   patched, whatever its name
  /// @param out a folder that does not exist or is empty; either the whole output is written, or
  ///   nothing
  /// @param unsign whether to drop the signature of a jar that changes
  /// @throws IOException if `out` cannot be used, or if a failure concerns more than a single jar
  public static Patch of(List<Path> inputs, Path out, boolean unsign) throws IOException {
    if (Files.isRegularFile(out)) {
      throw new IOException(out + " is a file, and has to be a folder");
    }
    if (Files.exists(out)) {
      try (Stream<Path> files = Files.list(out)) {
        if (files.findAny().isPresent()) {
          throw new IOException(out + " is not empty: choose another folder");
        }
      }
    }
    Path work = Files.createTempDirectory("ashlar-patch-");
    try {
      return new PatchRun(new PatchWork(work), unsign)
          .patch(inputs, out.toAbsolutePath().normalize());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      delete(work);
    }
  }

  /// {@return the number of replaced calls}
  public int replaced() {
    return jars.stream().mapToInt(Jar::replaced).sum();
  }

  /// {@return whether all was read, all class files were rewritten, and no call of a missing method
  /// is left}
  public boolean isWhole() {
    return unopened.isEmpty()
        && jars.stream().allMatch(jar -> jar.unchanged().isEmpty() && jar.missing().isEmpty());
  }

  /// {@return the flags that a JVM with the jars on its class path needs}
  public List<String> flags() {
    List<String> flags = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED"));
    packages(jars).forEach(name -> flags.add("--add-opens=" + name + "=ALL-UNNAMED"));
    return flags;
  }

  static Set<String> packages(List<Jar> jars) {
    Set<String> packages = new TreeSet<>();
    jars.stream().filter(jar -> jar.replaced() > 0).forEach(jar -> packages.addAll(jar.packages()));
    return packages;
  }

  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
