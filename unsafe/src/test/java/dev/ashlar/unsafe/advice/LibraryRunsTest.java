// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Slow;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What `known-libraries.txt` says about runs, against runs: of the jars in the local repository,
/// or with `-Pslow` of all. `library-runs.txt` has the programs.
class LibraryRunsTest {
  private static final String DENY = "--sun-misc-unsafe-memory-access=deny";

  @TempDir private Path folder;

  /// @param needs jars beside the library's, as `group:artifact:version`; version `=` is the
  ///   library's
  private record Program(List<String> needs, String source) {}

  private static Map<String, Program> programs() throws IOException {
    Map<String, Program> programs = new HashMap<>();
    try (InputStream in = LibraryRunsTest.class.getResourceAsStream("library-runs.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      for (String part : text.split("(?m)^== ", -1)) {
        int end = part.indexOf('\n');
        List<String> head = Arrays.asList(part.substring(0, Math.max(end, 0)).strip().split(" +"));
        programs.put(
            head.getFirst(), new Program(head.subList(1, head.size()), part.substring(end + 1)));
      }
    }
    return programs;
  }

  @Test
  @Timeout(3600)
  void theFileSaysWhatRunsShow() throws Exception {
    Map<String, Program> programs = programs();
    int runs = 0;
    for (KnownLibrary library : KnownLibraries.all()) {
      for (LibraryRun expected : library.runs()) {
        String coordinates = library.group() + ":" + library.artifact();
        assertThat(programs).as("programs").containsKey(coordinates);
        Program program = Objects.requireNonNull(programs.get(coordinates));
        List<String> jars = new ArrayList<>(List.of(coordinates + ":="));
        jars.addAll(program.needs());
        Optional<String> classPath = classPath(jars, expected.version());
        if (classPath.isPresent() && Runtime.version().feature() == 25) {
          LibraryRun run = run(classPath.get(), program.source(), expected);
          assertThat(run).as(coordinates).isEqualTo(expected);
          runs++;
        }
      }
    }
    assumeThat(runs).as("jars in the local repository").isPositive();
  }

  private static Optional<String> classPath(List<String> jars, String version) throws Exception {
    List<String> paths = new ArrayList<>();
    for (String jar : jars) {
      String[] parts = jar.replace(":=", ":" + version).split(":", -1);
      Path file =
          Slow.IS_ON
              ? MavenJars.fetch(parts[0], parts[1], parts[2])
              : MavenJars.jar(parts[0], parts[1], parts[2]);
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      paths.add(file.toString());
    }
    return Optional.of(String.join(File.pathSeparator, paths));
  }

  private LibraryRun run(String classPath, String source, LibraryRun expected) throws Exception {
    Path file = Files.writeString(folder.resolve("Program.java"), source);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    null,
                    null,
                    "-proc:none",
                    "-nowarn",
                    "-cp",
                    classPath,
                    "-d",
                    "" + folder,
                    "" + file))
        .isZero();
    String all = classPath + File.pathSeparator + folder;
    ChildJvm.Ended byDefault = java("-cp", all, "Program");
    return new LibraryRun(
        expected.version(),
        byDefault.exitCode() != 0
            ? LibraryRun.ByDefault.FAILS
            : byDefault.err().contains("WARNING: sun.misc.Unsafe::")
                ? LibraryRun.ByDefault.WARNS
                : LibraryRun.ByDefault.SILENT,
        java(DENY, "-cp", all, "Program").exitCode() == 0,
        expected.what());
  }

  private ChildJvm.Ended java(String... arguments) throws IOException, InterruptedException {
    return ChildJvm.quick(
        folder,
        Stream.concat(Stream.of("--enable-native-access=ALL-UNNAMED"), Stream.of(arguments))
            .toArray(String[]::new));
  }
}
