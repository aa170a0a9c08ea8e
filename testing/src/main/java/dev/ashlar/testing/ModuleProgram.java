// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/// The program of a stranger: a module named `consumer`, whose main class is `consumer.Main`.
public final class ModuleProgram {
  private ModuleProgram() {}

  /// Compiles the program below `folder` and runs it in a JVM of its own, with everything forbidden
  /// that can be.
  ///
  /// @param modules the jars that it is compiled against and run with, as a path; it is compiled
  ///   with JSpecify's annotations too, which are not needed to run
  /// @param descriptor the text of `module-info.java`, as `main` that of `Main.java`
  public static ChildJvm.Ended run(Path folder, String modules, String descriptor, String main)
      throws IOException, InterruptedException, URISyntaxException {
    Path module = Files.writeString(folder.resolve("module-info.java"), descriptor);
    Path program = Files.createDirectories(folder.resolve("consumer")).resolve("Main.java");
    Files.writeString(program, main);
    String compilePath = modules + File.pathSeparator + Javac.pathOf(NullMarked.class);
    Path classes = Javac.compile(folder, List.of("--module-path", compilePath), module, program);
    return ChildJvm.java(
        folder,
        "--module-path",
        modules + File.pathSeparator + classes,
        "--sun-misc-unsafe-memory-access=deny",
        "--illegal-native-access=deny",
        "--module",
        "consumer/consumer.Main");
  }
}
