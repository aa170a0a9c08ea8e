// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `javap` is the judge of the calls that are found in released jars: those of the tests' class
/// path and, with `-Pslow`, of libraries known for Unsafe.
class JavapDifferentialTest {
  private static final Pattern CALL =
      Pattern.compile(
          "\\s*(\\d+): invoke(?!dynamic)\\w+ .*// (?:Interface)?Method"
              + " ((?:sun|jdk/internal)/misc/Unsafe)\\.(\\w+):(\\S+)");

  private static final Pattern DECLARATION =
      Pattern.compile("^[\\w ]*?(?:class|interface) ([\\w.$]+)", Pattern.MULTILINE);
  private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/(\\d+)/.*");

  @TempDir private Path folder;

  @Test
  @Timeout(1200)
  void exactlyTheCallsThatJavapShowsAreFound() throws IOException {
    List<Path> jars = jars();
    int calls = 0;
    for (Path jar : jars) {
      ScanReport report = UnsafeScan.of(List.of(jar));
      List<String> found = new ArrayList<>();
      for (ArtifactScan artifact : report.artifacts()) {
        if (artifact.artifact().location().equals(jar.toString())) {
          Stream.concat(artifact.uses().stream(), artifact.notLoaded().stream())
              .filter(use ->
                  use.kind() == Use.Kind.UNSAFE_CALL || use.kind() == Use.Kind.INTERNAL_UNSAFE)
              .map(JavapDifferentialTest::words)
              .forEach(found::add);
        }
      }
      List<String> shown = shown(jar);
      assertThat(found).as("%s", jar).containsExactlyInAnyOrderElementsOf(shown);
      calls += shown.size();
    }
    // archunit contains Guava's.
    assertThat(calls).as("calls in %s", jars).isGreaterThan(20);
  }

  private static List<Path> jars() throws IOException {
    List<Path> jars =
        new ArrayList<>(
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> path.endsWith(".jar"))
                .map(Path::of)
                .toList());
    Path known = Path.of("target", "judged-jars");
    if (Files.isDirectory(known)) {
      try (Stream<Path> files = Files.list(known)) {
        files.sorted().forEach(jars::add);
      }
    }
    return jars;
  }

  private static String words(Use use) {
    // The scan does not tell a handle from a call of the internal class; javap prints handles
    // apart.
    return use.site().className()
        + " "
        + use.site().release()
        + " "
        + use.site().bci()
        + " "
        + use.target();
  }

  private List<String> shown(Path jar) throws IOException {
    List<String> calls = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        if (entry.getName().matches(".*\\.(class|SCL\\.lombok|classdata|esclazz)")) {
          byte[] bytes = zip.getInputStream(entry).readAllBytes();
          if (new String(bytes, ISO_8859_1).contains("misc/Unsafe")) {
            calls.addAll(shown(entry.getName(), bytes));
          }
        }
      }
    }
    return calls;
  }

  private List<String> shown(String name, byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("Judged.class"), bytes);
    StringWriter out = new StringWriter();
    ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
    assertThat(javap.run(new PrintWriter(out), new PrintWriter(out), "-c", "-p", file.toString()))
        .as("%s: %s", name, out)
        .isZero();
    Matcher versioned = VERSIONED.matcher(name);
    String release = versioned.matches() ? versioned.group(1) : "0";
    Matcher declaration = DECLARATION.matcher(out.toString());
    assertThat(declaration.find()).as("%s: %s", name, out).isTrue();
    return out.toString()
        .lines()
        .map(CALL::matcher)
        .filter(Matcher::matches)
        .map(call ->
            declaration.group(1)
                + " "
                + release
                + " "
                + call.group(1)
                + " "
                + call.group(2).replace('/', '.')
                + "::"
                + call.group(3)
                + call.group(4))
        .toList();
  }
}
