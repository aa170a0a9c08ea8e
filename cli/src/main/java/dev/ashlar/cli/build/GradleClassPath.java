// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The runtime class path of a Gradle project, as resolved offline by its own Gradle.
///
/// @param files the class folders and jars of all projects of the build
/// @param paths the shortest path by which a project brings in each artifact, as `app:1.0 >
///   client:2.1`, by coordinates as `group:name:version`
public record GradleClassPath(List<Path> files, Map<String, String> paths) {
  private static final List<String> BUILD_FILES =
      List.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts");

  private static final String TASK = "ashlarClassPath";

  /// Begins a line with a path.
  private static final String PREFIX = "ashlar-class-path:";

  /// Begins a line with the coordinates on the path from a project to an artifact.
  private static final String PATH_PREFIX = "ashlar-path:";

  /// Adds a task to each project. It is configured after the project's plugins are applied. The
  /// provider `rootComponent`, since Gradle 7.4, may be in a configuration cache. A constraint, as
  /// of a platform, brings in nothing.
  private static final String INIT_SCRIPT =
      """
      allprojects {
        tasks.register('%s') {
          def main = project.extensions.findByName('sourceSets')?.findByName('main')
          def paths = main == null ? project.files() : main.runtimeClasspath
          def result = main == null ? null
              : project.configurations[main.runtimeClasspathConfigurationName].incoming.resolutionResult
          def root = result?.hasProperty('rootComponent') ? result.rootComponent
              : project.provider { result?.root }
          doLast {
            paths.each { println '%s' + it }
            def seen = [root.orNull] as Set
            def queue = root.orNull == null ? [] : [[root.get()]]
            while (queue) {
              def path = queue.remove(0)
              println '%s' + path*.moduleVersion.join(' ')
              path.last().dependencies
                  .findAll { it.hasProperty('selected') }
                  .findAll { !(it.hasProperty('constraint') && it.constraint) }
                  .findAll { seen.add(it.selected) }
                  .each { queue << path + it.selected }
            }
          }
        }
      }
      """
          .formatted(TASK, PREFIX, PATH_PREFIX);

  private static final Pattern OUTPUT = Pattern.compile("(.*)/build/classes/(\\w+)/main");

  /// Runs Gradle for the project in a folder.
  ///
  /// @throws IOException if Gradle fails; the message has its errors and the remedy
  public static GradleClassPath of(Path folder) throws IOException {
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
      return new GradleClassPath(files(lines.stream()), paths(lines));
    } finally {
      Files.deleteIfExists(script);
    }
  }

  /// A project without classes or resources has no folder of them. A jar must be there, and the
  /// classes of a project with sources.
  private static List<Path> files(Stream<String> lines) {
    return lines
        .filter(line -> line.startsWith(PREFIX))
        .map(line -> Path.of(line.substring(PREFIX.length())))
        .filter(path -> Files.exists(path) || path.toString().endsWith(".jar") || hasSources(path))
        .distinct()
        .toList();
  }

  private static Map<String, String> paths(List<String> lines) {
    ShortestPaths paths = new ShortestPaths();
    for (String line : lines) {
      if (line.startsWith(PATH_PREFIX)) {
        List<String> path = List.of(line.substring(PATH_PREFIX.length()).split(" "));
        paths.add(
            path.getLast(),
            path.subList(0, path.size() - 1).stream().map(GradleClassPath::shortName).toList());
      }
    }
    return paths.words();
  }

  /// {@return `name:version` of coordinates, or the name of a project without a version}
  private static String shortName(String coordinates) {
    return coordinates.substring(coordinates.indexOf(':') + 1).replaceFirst(":(unspecified)?$", "");
  }

  /// {@return whether `PROJECT/build/classes/LANGUAGE/main` has sources in `PROJECT/src/main`}
  private static boolean hasSources(Path classes) {
    Matcher output = OUTPUT.matcher(classes.toString().replace('\\', '/'));
    return output.matches()
        && Files.isDirectory(Path.of(output.group(1), "src", "main", output.group(2)));
  }
}
