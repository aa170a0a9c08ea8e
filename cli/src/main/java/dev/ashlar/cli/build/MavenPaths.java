// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.build;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the paths by which the modules of a Maven project bring in their dependencies, from the
/// output of `dependency:tree`:
///
/// ```
/// [INFO] shop:app:jar:1.0
/// [INFO] +- b:client:jar:2.1:compile
/// [INFO] |  \- io.netty:netty-common:jar:4.1.100.Final:compile
/// ```
public final class MavenPaths {
  private static final Pattern LINE =
      Pattern.compile("\\[INFO\\] ((?:[|+\\\\ ][- ] )*)([\\w.-]+(?::[\\w.-]+){3,5})(?: \\(.*\\))?");

  private static final int INDENT = 3;

  private MavenPaths() {}

  /// {@return the shortest path to each dependency, by coordinates as `group:name:version`}
  ///
  /// @throws IOException if Maven fails; the message has its errors and the remedy
  public static Map<String, String> of(Path folder) throws IOException {
    Path project = folder.toAbsolutePath().normalize();
    BuildTool maven = BuildTool.of(project, "mvnw", "mvnw.cmd", "mvn");
    return parse(
        maven.run(
            "Maven cannot print the tree offline, so the path to each artifact is unknown; run '%s dependency:tree' once"
                .formatted(maven.command()),
            "[ERROR]",
            List.of("--offline", "--batch-mode", "dependency:tree", "-Dscope=runtime")));
  }

  public static Map<String, String> parse(List<String> lines) {
    ShortestPaths shortest = new ShortestPaths();
    List<String> path = new ArrayList<>();
    for (String line : lines) {
      Matcher found = LINE.matcher(line);
      if (found.matches()) {
        // group:name:type[:classifier]:version[:scope]; the project itself has no scope.
        String[] parts = found.group(2).split(":", -1);
        int depth = found.group(1).length() / INDENT;
        String version = parts[depth == 0 ? parts.length - 1 : parts.length - 2];
        path.subList(Math.min(depth, path.size()), path.size()).clear();
        List<String> before = List.copyOf(path);
        path.add(parts[1] + ":" + version);
        shortest.add(parts[0] + ":" + parts[1] + ":" + version, before);
      }
    }
    return shortest.words();
  }
}
