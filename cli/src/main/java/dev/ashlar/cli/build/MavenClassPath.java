// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.build;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Finds the classes and the runtime class path of a Maven project, as resolved offline by its own
/// Maven.
public final class MavenClassPath {
  /// The line before a class path in the output of `dependency:build-classpath`.
  private static final String HEADING = "Dependencies classpath:";

  /// Depth of the modules of a project.
  private static final int DEEPEST = 4;

  private static final List<String> LANGUAGES = List.of("java", "kotlin", "scala", "groovy");

  private MavenClassPath() {}

  /// {@return the class folders and jars of all modules}
  ///
  /// @throws IOException if Maven fails; the message has its errors and the remedy
  public static List<Path> of(Path folder) throws IOException {
    Path project = folder.toAbsolutePath().normalize();
    if (!Files.isRegularFile(project.resolve("pom.xml"))) {
      throw new IOException(folder + " is no Maven project: it has no pom.xml");
    }
    BuildTool maven = BuildTool.of(project, "mvnw", "mvnw.cmd", "mvn");
    List<String> lines =
        maven.run(
            "Maven cannot resolve the class path of %s offline; run '%s dependency:build-classpath' once, and 'install' if it has several modules"
                .formatted(folder, maven.command()),
            "[ERROR]",
            List.of(
                "--offline",
                "--batch-mode",
                "dependency:build-classpath",
                "-Dmdep.includeScope=runtime"));
    Set<Path> paths = new LinkedHashSet<>(classes(project));
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i - 1).endsWith(HEADING) && !lines.get(i).isBlank()) {
        Arrays.stream(lines.get(i).split(File.pathSeparator)).map(Path::of).forEach(paths::add);
      }
    }
    return new ArrayList<>(paths);
  }

  private static Path outputOf(Path module) {
    return module.resolve("target").resolve("classes");
  }

  /// {@return whether a module of the project, and not one for its tests, has sources}
  private static boolean hasSources(Path project, Path module) {
    for (Path part : project.relativize(module)) {
      if (part.toString().equals("src") || part.toString().equals("target")) {
        return false;
      }
    }
    return LANGUAGES.stream()
        .anyMatch(language -> Files.isDirectory(module.resolve("src/main").resolve(language)));
  }

  /// The output folders of the project and its modules. That of a module with sources is listed
  /// even if it is not there, so that a scan says so.
  private static List<Path> classes(Path project) throws IOException {
    try (Stream<Path> files =
        Files.find(project, DEEPEST, (path, attributes) -> path.endsWith("pom.xml"))) {
      return files
          .filter(pom ->
              Files.isDirectory(outputOf(pom.resolveSibling("")))
                  || hasSources(project, pom.resolveSibling("")))
          .map(pom -> outputOf(pom.resolveSibling("")))
          .sorted()
          .toList();
    }
  }
}
