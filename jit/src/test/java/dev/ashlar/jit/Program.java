// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/// A small program of the test resources, run with HotSpot's log on.
///
/// In its source a line `//*20 …` stands for twenty lines, with the number of each for `#`.
final class Program {
  private static final Pattern REPEAT = Pattern.compile("(?m)^//\\*(\\d+) (.*)$");

  private final String name;
  private final Path folder;

  private Program(String name, Path folder) {
    this.name = name;
    this.folder = folder;
  }

  /// What a run left.
  record Run(Path log, String output) {}

  /// Compiles the program for Java 17 into `folder`.
  static Program compile(String name, Path folder) throws IOException {
    Path source = folder.resolve(name + ".java");
    try (InputStream in = Program.class.getResourceAsStream("programs/" + name + ".txt")) {
      Files.writeString(source, expand(new String(in.readAllBytes(), UTF_8)));
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "--release", "17", "-d", folder.toString(), source.toString());
    if (result != 0) {
      throw new AssertionError(name + " does not compile");
    }
    Files.deleteIfExists(folder.resolve("programs/Unloaded$Rare.class"));
    return new Program(name, folder);
  }

  private static String expand(String source) {
    return REPEAT
        .matcher(source)
        .replaceAll(repeat -> {
          StringBuilder lines = new StringBuilder();
          for (int i = 0; i < Integer.parseInt(repeat.group(1)); i++) {
            lines
                .append(
                    repeat
                        .group(2)
                        .replace("#next", Integer.toString(i + 1))
                        .replace("#", Integer.toString(i)))
                .append('\n');
          }
          return Matcher.quoteReplacement(lines.toString());
        });
  }

  /// Runs the program with a log.
  Run run(Path jdk, String... flags) throws IOException, InterruptedException {
    return run(jdk, Map.of(), flags);
  }

  /// The same with more variables in its environment.
  Run run(Path jdk, Map<String, String> variables, String... flags)
      throws IOException, InterruptedException {
    Path log = folder.resolve(name + ".log");
    Path output = folder.resolve(name + ".out");
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.addAll(CompilationLog.jvmFlags(log));
    command.add("-XX:+UseSerialGC");
    Collections.addAll(command, flags);
    Collections.addAll(command, "-cp", folder.toString(), "programs." + name);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(variables);
    Process process = builder.start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(name + " does not end");
    }
    String text = Files.readString(output, UTF_8);
    if (process.exitValue() != 0) {
      throw new AssertionError(name + ": " + text);
    }
    return new Run(log, text);
  }
}
