// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// The jar of the agent, made of the classes under test, and programs that run with it.
public final class AgentJar {
  static final String DENY = "--sun-misc-unsafe-memory-access=deny";

  private AgentJar() {}

  /// {@return the jar, in a folder}
  public static Path in(Path folder) throws IOException {
    try (var input = Files.newInputStream(Path.of("src", "main", "agent", "MANIFEST.MF"))) {
      return jar(folder.resolve("agent.jar"), Path.of("target", "classes"), new Manifest(input));
    }
  }

  /// {@return a jar of the files in a folder}
  public static Path jar(Path jar, Path classes, Manifest manifest) throws IOException {
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    try (OutputStream output = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(output, manifest);
        Stream<Path> files = Files.walk(classes)) {
      files.filter(Files::isRegularFile).forEach(file -> add(entries, classes, file));
    }
    return jar;
  }

  private static void add(JarOutputStream entries, Path classes, Path file) {
    try {
      entries.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
      Files.copy(file, entries);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs a program under `deny`, with the agent and a report beside its jar.
  public static ChildJvm.Ended replaced(Path folder, String... arguments)
      throws IOException, InterruptedException {
    return checked(folder, "", arguments);
  }

  /// As [#replaced], with more options of the agent.
  public static ChildJvm.Ended checked(Path folder, String options, String... arguments)
      throws IOException, InterruptedException {
    Path report = folder.resolve("report.json");
    return denied(
        folder,
        Stream.concat(
                Stream.of(
                    "-javaagent:" + in(folder) + "=report=" + report + "," + options,
                    "--enable-native-access=ALL-UNNAMED"),
                Stream.of(arguments))
            .toArray(String[]::new));
  }

  /// Runs the program `Libraries` with Unsafe.
  ///
  /// @return the lines it prints, one a library
  public static List<String> allowed(Path folder, String... arguments)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("--sun-misc-unsafe-memory-access=allow"));
    all.addAll(List.of(arguments));
    ChildJvm.Ended ended = ChildJvm.quick(folder, all.toArray(String[]::new));
    assertThat(ended.out()).as(ended.err()).doesNotContain("failed");
    return ended.out().lines().toList();
  }

  /// Runs a program under `deny`, as [ChildJvm#quick] does.
  public static ChildJvm.Ended denied(Path folder, String... arguments)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(DENY));
    all.addAll(List.of(arguments));
    return ChildJvm.quick(folder, all.toArray(String[]::new));
  }

  public static String report(Path folder) throws IOException {
    return Files.readString(folder.resolve("report.json"));
  }

  public static String program(String name) {
    return Path.of("src", "test", "programs", name + ".java").toAbsolutePath().toString();
  }

  /// {@return the arguments that run such a program beside the libraries, compiled in this JVM,
  /// whose javac is warm}
  public static String[] compiledProgram(Path folder, String name, String... flags)
      throws IOException {
    Path classes;
    try (Stream<Path> jars = Files.list(Path.of("target", "libraries"))) {
      String path = jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
      classes = compiled(folder, "-cp", path, program(name));
    }
    List<String> arguments = new ArrayList<>(List.of(flags));
    arguments.addAll(List.of("-cp", classes + File.pathSeparator + libraries(), name));
    return arguments.toArray(String[]::new);
  }

  /// {@return a folder of the classes of source files, in a folder}
  public static Path compiled(Path folder, String... files) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> arguments = new ArrayList<>(List.of("-nowarn", "-d", classes.toString()));
    arguments.addAll(List.of(files));
    OutputStream out = OutputStream.nullOutputStream();
    int failed =
        ToolProvider.getSystemJavaCompiler().run(null, out, out, arguments.toArray(new String[0]));
    assertThat(failed).isZero();
    return classes;
  }

  /// {@return a folder of the classes of the program `Small` in a module `small`}
  public static Path module(Path folder) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("small"));
    Path module = sources.resolve("module-info.java");
    Files.writeString(module, "module small { requires jdk.unsupported; exports small; }");
    String text = Files.readString(Path.of(program("Small")));
    Path small = sources.resolve("Small.java");
    Files.writeString(
        small, "package small;" + text.replace("class Small {", "public class Small {"));
    return compiled(folder, module.toString(), small.toString());
  }

  /// {@return the jars of libraries that the build has copied}
  public static String libraries() {
    return Path.of("target", "libraries").toAbsolutePath() + "/*";
  }
}
