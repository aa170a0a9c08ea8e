package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import joptsimple.OptionParser;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.Main;

/// Runs [AtomicBytesStress] in JVMs of its own, on the class path. Whatever jcstress writes goes
/// under `target`.
final class AtomicBytesStressTest {
  @Test
  void neverShowsWhatItMustNot() throws Exception {
    Path folder = Files.createDirectories(Path.of("target", "jcstress"));
    Path log = folder.resolve("log.txt");
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(List.of("-cp", classPath(), Main.class.getName()));
    command.addAll(List.of(System.getProperty("jcstress.options", "-m sanity").split(" ")));
    command.addAll(List.of("-jvmArgs", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-t", AtomicBytesStress.class.getSimpleName(), "-r", "report"));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int exit = process.waitFor();
    String output = Files.readString(log);
    assertThat(exit).as(output).isZero();
    assertThat(output)
        .containsPattern("([1-9][0-9]*) planned; \\1 passed, 0 failed, 0 soft errs, 0 hard errs");
  }

  private static String classPath() throws Exception {
    List<Path> roots = new ArrayList<>();
    for (Class<?> type :
        List.of(Bytes.class, AtomicBytesStress.class, Main.class, OptionParser.class)) {
      roots.add(root(type));
    }
    return roots.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /// The folder or jar that a class was loaded from, on whatever path it was.
  private static Path root(Class<?> type) throws Exception {
    URL url = Objects.requireNonNull(type.getResource(type.getSimpleName() + ".class"));
    URLConnection connection = url.openConnection();
    if (connection instanceof JarURLConnection jar) {
      return Path.of(jar.getJarFileURL().toURI());
    }
    String name = type.getName().replace('.', '/') + ".class";
    String path = url.toString();
    return Path.of(URI.create(path.substring(0, path.length() - name.length())));
  }
}
