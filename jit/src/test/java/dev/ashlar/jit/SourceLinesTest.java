// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Vm;
import dev.ashlar.jit.internal.classfile.ClassFiles;
import dev.ashlar.jit.internal.classfile.SourceMap;
import dev.ashlar.jit.rules.Rules;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The lines of methods, wherever their class files are.
class SourceLinesTest {
  @TempDir private Path folder;

  /// A class whose method `call` begins in that line.
  private byte[] classFile(String name, int line) throws IOException {
    Path source = Files.createDirectories(folder.resolve("src" + line)).resolve(name + ".java");
    Files.writeString(
        source,
        "package a;\n".replace("\n", "\n".repeat(line - 1))
            + "class %s { static int call(int i) { return i + 1; } }%n".formatted(name));
    Path classes = folder.resolve("classes" + line);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-encoding",
                "UTF-8",
                "-d",
                classes.toString(),
                source.toString());
    assertThat(result).isZero();
    return Files.readAllBytes(classes.resolve("a").resolve(name + ".class"));
  }

  private static byte[] jar(boolean multiRelease, Map<String, byte[]> files) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (multiRelease) {
      manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(out, manifest)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        jar.putNextEntry(new ZipEntry(file.getKey()));
        jar.write(file.getValue());
      }
    }
    return out.toByteArray();
  }

  private OptionalInt line(String release, byte[] jar, String holder, int bytes)
      throws IOException {
    Path file = Files.write(folder.resolve("app.jar"), jar);
    Map<String, String> properties = Map.of("java.class.path", file.toString());
    Vm vm = new Vm("", release, "", List.of(), "", properties, 0, 0);
    ClassFiles.Origin origin =
        new ClassFiles.Origin(vm.jdk(), vm.release(), vm.featureVersion(), vm.properties());
    try (ClassFiles classes = new ClassFiles(origin, List.of())) {
      return classes.line(holder, "call", "(I)I", bytes, 0);
    }
  }

  private OptionalInt line(String release, byte[] jar) throws IOException {
    return line(release, jar, "a.B", 4);
  }

  private String libraryOf(String holder, Path... entries) throws IOException {
    String path =
        Arrays.stream(entries).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    ClassFiles.Origin origin = new ClassFiles.Origin("", "", 0, Map.of("java.class.path", path));
    try (ClassFiles classes = new ClassFiles(origin, List.of())) {
      return classes.libraryOf(holder);
    }
  }

  /// The authors of the program cannot change it.
  @Test
  void aLibraryIsAJarOfARepositoryOrBesideTheProgram() throws IOException {
    byte[] jar = jar(false, Map.of("a/B.class", classFile("B", 3)));
    Path alone = Files.write(folder.resolve("app.jar"), jar);
    Path repository = Files.createDirectories(folder.resolve(".m2/repository/a/b/1.0"));
    Path library = Files.write(repository.resolve("b-1.0.jar"), jar);
    Path boot = folder.resolve("boot.jar");
    Files.write(boot, jar(false, Map.of("BOOT-INF/lib/b-2.0.jar", jar)));
    Path classes = Files.createDirectories(folder.resolve("target/classes"));
    assertThat(libraryOf("a.B", alone)).isEmpty();
    assertThat(libraryOf("a.B", classes, alone)).isEqualTo("app.jar");
    assertThat(libraryOf("a.B", library)).isEqualTo("b-1.0.jar");
    assertThat(libraryOf("a.B", boot)).isEqualTo("b-2.0.jar");
    assertThat(libraryOf("a.B", folder.resolve("classes3"), library)).isEmpty();
    assertThat(libraryOf("a.Other", library)).isEmpty();
  }

  @Test
  void aMultiReleaseJarHasThoseOfTheJvmsVersion() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("a/B.class", classFile("B", 3));
    files.put("META-INF/versions/11/a/B.class", classFile("B", 11));
    files.put("META-INF/versions/21/a/B.class", classFile("B", 21));
    byte[] jar = jar(true, files);
    assertThat(line("17.0.1+1", jar)).hasValue(11);
    assertThat(line("25+36", jar)).hasValue(21);
    assertThat(line("9+181", jar)).hasValue(3);
    assertThat(line("25.144-b01", jar)).hasValue(3);
    assertThat(line("", jar)).as("of an unknown version").isEmpty();
    assertThat(line("25+36", jar(false, files))).hasValue(3);
  }

  @Test
  void jarsAndClassesInAnExecutableJar() throws IOException {
    byte[] library = jar(true, Map.of("META-INF/versions/17/a/L.class", classFile("L", 7)));
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("BOOT-INF/classes/a/B.class", classFile("B", 5));
    files.put("BOOT-INF/lib/broken.jar", new byte[100]);
    files.put("BOOT-INF/lib/library.jar", library);
    byte[] app = jar(false, files);
    assertThat(line("25+36", app)).hasValue(5);
    assertThat(line("25+36", app, "a.L", 4)).hasValue(7);
    assertThat(line("11+28", app, "a.L", 4)).isEmpty();
    assertThat(line("25+36", app, "a.Missing", 4)).isEmpty();
    byte[] war = jar(false, Map.of("WEB-INF/lib/library.jar", library));
    assertThat(line("25+36", war, "a.L", 4)).hasValue(7);
  }

  @Test
  void aMethodOfAnotherLengthIsOfAnotherVersion() throws IOException {
    byte[] jar = jar(false, Map.of("a/B.class", classFile("B", 5)));
    assertThat(line("25+36", jar, "a.B", 4)).hasValue(5);
    assertThat(line("25+36", jar, "a.B", -1)).hasValue(5);
    assertThat(line("25+36", jar, "a.B", 5)).isEmpty();
  }

  @Test
  void namesThatAreNotAscii() throws IOException {
    String holder = "a.Z\u00e4hler\u4e2d";
    byte[] file = classFile(holder.substring(2), 6);
    byte[] jar = jar(false, Map.of(holder.replace('.', '/') + ".class", file));
    assertThat(line("25+36", jar, holder, 4)).hasValue(6);
    CompilationLog log =
        LogText.read(
            LogText.task(1, 1, "<parse method='10'>\n</parse>\n")
                .replace("a.B root", "a.Z\\u00e4hler z\\u00e4hle")
                .replace("name='a.B'", "name='a.Z\\u00e4hler'")
                .replace("name='root'", "name='z\\u00e4hle'"));
    for (String name :
        List.of("Z\u00e4hler::z\u00e4hle", "Z\\u00e4hler::z\\u00e4hle", "z\u00e4hle")) {
      assertThat(log.methodsNamed(name))
          .extracting(Method::qualifiedName)
          .containsExactly("a.Z\u00e4hler::z\u00e4hle");
      assertThat(Rules.parse(List.of(name + " is compiled by C2")).check(log)).isEmpty();
    }
  }

  /// As Kotlin writes it for a file of 21 lines: `call` in line 13 calls an inline function that is
  /// in line 3, and one of another file.
  @ParameterizedTest
  @CsvSource({"13, 13", "22, 13", "23, 13", "24, 14", "25, 0", "26, 4", "27, 27"})
  void linesOfKotlinsInlineFunctions(int inClassFile, int told) {
    SourceMap map =
        SourceMap.parse(
            """
            SMAP
            Main.kt
            Kotlin
            *S Kotlin
            *F
            + 1 Main.kt
            a/MainKt
            + 2 Other.kt
            a/OtherKt
            *L
            1#1,21:1
            3#1,2:22
            40#2,2:24
            4#1:26
            *S KotlinDebug
            *F
            + 1 Main.kt
            a/MainKt
            *L
            13#1:22,2
            14#1:24
            *E
            """);
    OptionalInt line = map.line(inClassFile, "Main.kt");
    assertThat(line.orElse(0)).isEqualTo(told);
  }

  @ParameterizedTest
  @CsvSource({
    "25.144-b01, 8, 8 (HotSpot 25.144-b01)",
    "25.0-b70, 8, 8 (HotSpot 25.0-b70)",
    "24.80-b11, 7, 7 (HotSpot 24.80-b11)",
    "20.45-b01, 6, 6 (HotSpot 20.45-b01)",
    "25.0.3+9-LTS, 25, 25.0.3+9-LTS",
    "17.0.15+6-Debian-1deb12u1, 17, 17.0.15+6-Debian-1deb12u1",
    "9+181, 9, 9+181"
  })
  void versionsOfHotSpotAreNotThoseOfTheJdk(String release, int feature, String told) {
    Vm vm = new Vm("", release, "", List.of(), "", Map.of(), 0, 0);
    assertThat(vm.featureVersion()).isEqualTo(feature);
    assertThat(vm.jdk()).isEqualTo(told);
  }

  @ParameterizedTest
  @CsvSource({
    "amd64, '', limit InlineSmallCode=2500",
    "aarch64, '', limit InlineSmallCode=2500",
    "amd64, -XX:-TieredCompilation, limit InlineSmallCode=1000",
    "amd64, -XX:CompilationMode=high-only, limit InlineSmallCode=1000",
    "riscv64, '', 'limit InlineSmallCode, not known of this CPU'",
    "'', '', 'limit InlineSmallCode, not known of this CPU'",
    "s390x, -XX:InlineSmallCode=77, limit InlineSmallCode=77",
    "amd64, -XX:InlineSmallCode=77, limit InlineSmallCode=77"
  })
  void theDefaultOfInlineSmallCodeDependsOnCpuAndFlags(String cpu, String flag, String told) {
    Vm vm = new Vm("", "25+36", cpu, List.of(flag), "", Map.of(), 0, 0);
    assertThat(new InliningLimits(vm).metric("InlineSmallCode").text()).isEqualTo(told);
  }
}
