// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import dev.ashlar.unsafe.agent.rewrite.Bootstrap;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Rewrites jars ahead of time, for programs that cannot use agents.
///
/// @param jars the jars on disk, and the nested jars that call Unsafe
/// @param problems the reasons why nothing was written; empty if the jars were written
public record Patch(List<Jar> jars, List<String> problems) {
  /// The name of the jar with the classes that rewritten classes need. It is written to the same
  /// folder as the patched jars.
  public static final String RUNTIME = Bootstrap.RUNTIME;

  public Patch {
    jars = List.copyOf(jars);
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
  /// @param inputs jars and folders. Each jar becomes a jar of the same name. Each file of a folder
  ///   becomes a file of the same path, and its jars and class files are patched
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
      return new Run(new PatchWork(work, unsign)).patch(inputs, out.toAbsolutePath().normalize());
    } finally {
      delete(work);
    }
  }

  /// {@return the number of replaced calls}
  public int replaced() {
    return jars.stream().mapToInt(Jar::replaced).sum();
  }

  /// {@return whether all class files were rewritten and no call of a missing method is left}
  public boolean isWhole() {
    return jars.stream().allMatch(jar -> jar.unchanged().isEmpty() && jar.missing().isEmpty());
  }

  /// {@return the flags that a JVM with the jars on its class path needs}
  public List<String> flags() {
    List<String> flags = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED"));
    packages(jars).forEach(name -> flags.add("--add-opens=" + name + "=ALL-UNNAMED"));
    return flags;
  }

  private static Set<String> packages(List<Jar> jars) {
    Set<String> packages = new TreeSet<>();
    jars.stream().filter(jar -> jar.replaced() > 0).forEach(jar -> packages.addAll(jar.packages()));
    return packages;
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /// Reads all inputs before it writes: the manifest of a launched jar must name the needs of all
  /// jars.
  private static final class Run {
    private final PatchWork work;
    private final Map<String, Path> files = new LinkedHashMap<>();
    private final Map<String, PatchedJar> archives = new HashMap<>();
    private final List<Jar> jars = new ArrayList<>();

    Run(PatchWork work) {
      this.work = work;
    }

    Patch patch(List<Path> inputs, Path out) throws IOException {
      for (Path input : inputs) {
        if (Files.isDirectory(input)) {
          folder(input);
        } else {
          add(String.valueOf(input.getFileName()), input);
          archive(String.valueOf(input.getFileName()), input);
        }
      }
      if (work.problems().isEmpty()) {
        write(out);
      }
      return new Patch(jars, work.problems());
    }

    private void folder(Path folder) throws IOException {
      PatchedClasses classes = new PatchedClasses();
      try (Stream<Path> all = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
        for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
          String name = folder.relativize(file).toString().replace('\\', '/');
          add(name, file);
          if (PatchedJar.isArchive(name)) {
            archive(name, file);
          } else if (PatchedClasses.isClass(name)) {
            byte[] rewritten = classes.rewrite(name, Files.readAllBytes(file));
            if (rewritten != null) {
              files.put(name, work.write(rewritten));
            }
          }
        }
      }
      if (!classes.found(folder.toString()).isEmpty()) {
        jars.add(classes.found(folder.toString()));
      }
    }

    private void add(String name, Path file) {
      if (files.putIfAbsent(name, file) != null || name.equals(RUNTIME)) {
        work.problem(file.toString(), new IOException("another file of the output has its name"));
      }
    }

    private void archive(String name, Path file) {
      PatchedJar jar = new PatchedJar(file, name, work, 0);
      jar.read();
      archives.put(name, jar);
      jars.addAll(jar.found());
    }

    private void write(Path out) throws IOException {
      Path unfinished = out.resolveSibling(out.getFileName() + "." + ProcessHandle.current().pid());
      try {
        for (Map.Entry<String, Path> file : files.entrySet()) {
          Path target = unfinished.resolve(file.getKey());
          Files.createDirectories(target.resolveSibling(""));
          PatchedJar jar = archives.get(file.getKey());
          if (jar == null) {
            Files.copy(file.getValue(), target, StandardCopyOption.COPY_ATTRIBUTES);
          } else {
            jar.write(target, jar.isLaunched() ? launch(unfinished, target) : Map.of());
          }
        }
        Files.createDirectories(unfinished);
        RuntimeJar.write(unfinished.resolve(RUNTIME));
        Files.deleteIfExists(out);
        Files.move(unfinished, out, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        delete(unfinished);
      }
    }

    /// {@return the manifest attributes for a jar that `java -jar` runs, which takes no class path
    /// and often no flags}
    private Map<String, String> launch(Path folder, Path jar) {
      if (jars.stream().allMatch(found -> found.replaced() == 0)) {
        return Map.of();
      }
      Path up = jar.resolveSibling("").relativize(folder.resolve(RUNTIME));
      Map<String, String> launch = new LinkedHashMap<>();
      launch.put("Class-Path", up.toString().replace('\\', '/'));
      launch.put("Enable-Native-Access", "ALL-UNNAMED");
      if (!packages(jars).isEmpty()) {
        launch.put("Add-Opens", String.join(" ", packages(jars)));
      }
      return launch;
    }
  }
}
