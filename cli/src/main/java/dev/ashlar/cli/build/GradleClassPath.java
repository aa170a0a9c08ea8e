// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds the classes and the runtime class path of a Gradle project, as resolved offline by its own
/// Gradle.
public final class GradleClassPath {
  private static final List<String> BUILD_FILES =
      List.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts");

  private static final String TASK = "ashlarClassPath";

  /// Begins a line with a path.
  private static final String PREFIX = "ashlar-class-path:";

  /// Adds a task to each project. It is configured after the project's plugins are applied.
  private static final String INIT_SCRIPT =
      """
      allprojects {
        tasks.register('%s') {
          def main = project.extensions.findByName('sourceSets')?.findByName('main')
          def paths = main == null ? project.files() : main.runtimeClasspath
          doLast {
            paths.each { println '%s' + it }
          }
        }
      }
      """
          .formatted(TASK, PREFIX);

  private static final Pattern OUTPUT = Pattern.compile("(.*)/build/classes/(\\w+)/main");

  private GradleClassPath() {}

  /// {@return the class folders and jars of all projects of the build}
  ///
  /// @throws IOException if Gradle fails; the message has its errors and the remedy
  public static List<Path> of(Path folder) throws IOException {
    Path project = folder.toAbsolutePath().normalize();
    if (BUILD_FILES.stream().noneMatch(name -> Files.isRegularFile(project.resolve(name)))) {
      throw new IOException(
          folder + " is no Gradle project: it has none of " + String.join(", ", BUILD_FILES));
    }
    BuildTool gradle = BuildTool.of(project, "gradlew", "gradlew.bat", "gradle");
    Path script = Files.createTempFile("ashlar-", ".gradle");
    try {
      Files.writeString(script, INIT_SCRIPT);
      List<String> lines =
          gradle.run(
              "Gradle cannot resolve the class path of %s offline; run '%s assemble' once"
                  .formatted(folder, gradle.command()),
              "* What went wrong:",
              List.of(
                  "--offline",
                  "--quiet",
                  "--console=plain",
                  "--init-script",
                  script.toString(),
                  TASK));
      return paths(lines.stream());
    } finally {
      Files.deleteIfExists(script);
    }
  }

  /// A project without classes or resources has no folder of them. A jar must be there, and the
  /// classes of a project with sources.
  private static List<Path> paths(Stream<String> lines) {
    return lines
        .filter(line -> line.startsWith(PREFIX))
        .map(line -> Path.of(line.substring(PREFIX.length())))
        .filter(path -> Files.exists(path) || path.toString().endsWith(".jar") || hasSources(path))
        .distinct()
        .toList();
  }

  /// {@return whether `PROJECT/build/classes/LANGUAGE/main` has sources in `PROJECT/src/main`}
  private static boolean hasSources(Path classes) {
    Matcher output = OUTPUT.matcher(classes.toString().replace('\\', '/'));
    return output.matches()
        && Files.isDirectory(Path.of(output.group(1), "src", "main", output.group(2)));
  }
}
