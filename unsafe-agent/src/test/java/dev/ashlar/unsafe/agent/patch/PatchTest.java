// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.unsafe.agent.AgentJar;
import dev.ashlar.unsafe.agent.rewrite.Rewriter;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Jars that are patched ahead of time, and run under `deny` without an agent.
class PatchTest {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  /// Not today's.
  private static final long TIME = 1_400_000_000_000L;

  @TempDir private Path folder = Path.of("");

  private Path out() {
    return folder.resolve("out");
  }

  private Patch patch(Path... inputs) throws IOException {
    return Patch.of(List.of(inputs), out(), false);
  }

  private byte[] compiled(String name) throws IOException {
    Path classes = AgentJar.compiled(folder, AgentJar.program(name));
    return Files.readAllBytes(classes.resolve(name + ".class"));
  }

  /// The classes of the program `Small`.
  private Map<String, byte[]> small() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(MANIFEST, "Manifest-Version: 1.0\r\n\r\n".getBytes(UTF_8));
    files.put("Small.class", compiled("Small"));
    Path reader = folder.resolve("classes").resolve("Small$Reader.class");
    files.put("Small$Reader.class", Files.readAllBytes(reader));
    return files;
  }

  private static byte[] jar(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        entry.setTime(TIME);
        if (file.getKey().endsWith(".jar")) {
          CRC32 crc = new CRC32();
          crc.update(file.getValue());
          entry.setMethod(ZipEntry.STORED);
          entry.setSize(file.getValue().length);
          entry.setCrc(crc.getValue());
        }
        zip.putNextEntry(entry);
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private Path jar(String name, Map<String, byte[]> files) throws IOException {
    return Files.write(folder.resolve(name), jar(files));
  }

  private ChildJvm.Ended small(List<String> flags, String classPath) throws Exception {
    List<String> arguments = new ArrayList<>(flags);
    arguments.addAll(List.of("-cp", classPath, "Small"));
    return AgentJar.denied(folder, arguments.toArray(new String[0]));
  }

  private String all() {
    return out() + "/*";
  }

  @Test
  void librariesComputeTheSame() throws Exception {
    Path libraries = Path.of("target", "libraries");
    Patch patch = patch(libraries);
    assertThat(patch.problems()).isEmpty();
    assertThat(patch.jars()).allMatch(jar -> jar.unchanged().isEmpty() && jar.missing().isEmpty());
    assertThat(patch.flags()).contains("--add-opens=java.base/java.nio=ALL-UNNAMED");
    String[] program = AgentJar.compiledProgram(folder, "Libraries");
    List<String> allowed = AgentJar.allowed(folder, program);
    List<String> arguments = new ArrayList<>(patch.flags());
    String classPath = program[1].replace(AgentJar.libraries(), all());
    arguments.addAll(List.of("-cp", classPath, "Libraries"));
    ChildJvm.Ended patched = AgentJar.denied(folder, arguments.toArray(new String[0]));
    assertThat(patched.out().lines().toList()).as(patched.err()).isEqualTo(allowed);
    assertThat(patched.err()).doesNotContain("WARNING");
  }

  @Test
  void theFlagsAreThoseThatItNeeds() throws Exception {
    Patch patch = patch(jar("small.jar", small()));
    assertThat(patch.flags())
        .contains(
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED");
    ChildJvm.Ended ended = small(patch.flags(), all());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("direct 77", "RefusedAccessException 0");
    assertThat(small(List.of(), all()).err())
        .contains("start Java with --add-opens java.base/java.nio=ALL-UNNAMED");
  }

  @Test
  void theRuntimeJarMayBeAModule() throws Exception {
    Patch patch = patch(jar("small.jar", small()));
    String name = "dev.ashlar.unsafe.agent";
    List<String> flags = new ArrayList<>();
    patch.flags().forEach(flag -> flags.add(flag.replace("ALL-UNNAMED", name)));
    String runtime = out().resolve(Patch.RUNTIME).toString();
    flags.addAll(List.of("--module-path", runtime, "--add-modules", name));
    ChildJvm.Ended ended = small(flags, out().resolve("small.jar").toString());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).doesNotContain("WARNING");
  }

  @Test
  void aModuleIsPatched() throws Exception {
    Patch patch = patch(AgentJar.module(folder));
    String name = "dev.ashlar.unsafe.agent";
    List<String> arguments = new ArrayList<>();
    patch.flags().forEach(flag -> arguments.add(flag.replace("ALL-UNNAMED", name)));
    String path = out() + File.pathSeparator + out().resolve(Patch.RUNTIME);
    arguments.addAll(
        List.of("--module-path", path, "--add-modules", name, "-m", "small/small.Small"));
    ChildJvm.Ended ended = AgentJar.denied(folder, arguments.toArray(new String[0]));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("fields 5 6");
  }

  @Test
  void aMissingRuntimeJarIsNamed() throws Exception {
    patch(jar("small.jar", small()));
    ChildJvm.Ended ended = small(List.of(), out().resolve("small.jar").toString());
    assertThat(ended.err()).contains(Patch.RUNTIME + " is not on the class path");
    assertThat(ended.exitCode()).isNotZero();
  }

  /// As Spring Boot packs applications.
  @Test
  void aJarInAJarIsPatched() throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    String manifest =
        """
        Manifest-Version: 1.0
        Main-Class: Nested
        Enable-Native-Access: ALL-UNNAMED
        Class-Path: other.jar

        """;
    files.put(MANIFEST, manifest.getBytes(UTF_8));
    files.put("BOOT-INF/lib/small.jar", jar(small()));
    files.put("Nested.class", compiled("Nested"));
    Path app = jar("app.jar", files);
    assertThat(AgentJar.denied(folder, "-jar", app.toString()).exitCode()).isNotZero();
    Patch patch = patch(app);
    assertThat(patch.jars())
        .extracting(Patch.Jar::name)
        .containsExactly("app.jar", "app.jar!/BOOT-INF/lib/small.jar");
    Path patched = out().resolve("app.jar");
    ChildJvm.Ended ended = AgentJar.denied(folder, "-jar", patched.toString());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).contains("direct 77");
    try (JarFile jar = new JarFile(patched.toFile())) {
      List<JarEntry> entries = jar.stream().toList();
      assertThat(entries).extracting(JarEntry::getName).containsExactlyElementsOf(files.keySet());
      assertThat(entries).extracting(JarEntry::getTime).containsOnly(TIME);
      assertThat(entries.get(1).getMethod()).isEqualTo(ZipEntry.STORED);
      assertThat(jar.getManifest().getMainAttributes().getValue("Class-Path"))
          .isEqualTo("other.jar " + Patch.RUNTIME);
    }
  }

  @Test
  void equalJarsBecomeEqualOnes() throws Exception {
    Path jar = Path.of("target", "libraries", "agrona-1.23.1.jar");
    patch(jar);
    Patch.of(List.of(jar), folder.resolve("again"), false);
    for (String name : List.of("agrona-1.23.1.jar", Patch.RUNTIME)) {
      assertThat(out().resolve(name)).hasSameBinaryContentAs(folder.resolve("again").resolve(name));
    }
  }

  @Test
  void classesOfAllReleasesArePatched() throws Exception {
    Map<String, byte[]> files = small();
    files.put("META-INF/versions/21/Small.class", small().get("Small.class"));
    int once = patch(jar("once.jar", small())).replaced();
    Patch twice = Patch.of(List.of(jar("more.jar", files)), folder.resolve("more"), false);
    assertThat(twice.replaced()).isEqualTo(2 * once).isPositive();
  }

  @Test
  void aFolderIsPatchedWithItsFiles() throws Exception {
    Path app = Files.createDirectories(folder.resolve("app").resolve("lib"));
    jar("app/lib/small.jar", small());
    Files.writeString(app.resolve("notes.txt"), "text");
    Files.write(app.resolve("Small.class"), compiled("Small"));
    Patch patch = patch(folder.resolve("app"));
    assertThat(patch.jars()).allMatch(jar -> jar.replaced() > 0).hasSize(2);
    assertThat(out().resolve("lib").resolve("notes.txt")).hasContent("text");
    assertThat(new Rewriter(Files.readAllBytes(out().resolve("lib").resolve("Small.class"))))
        .matches(rewriter -> rewriter.replaced() == 0);
  }

  @Test
  void whatHasNoCallsStaysAsItWas() throws Exception {
    Path jar = jar("none.jar", Map.of("Nested.class", compiled("Nested")));
    assertThat(patch(jar).replaced()).isZero();
    assertThat(out().resolve("none.jar")).hasSameBinaryContentAs(jar);
  }

  @Test
  void aSignedJarIsRefusedOrLosesItsSignature() throws Exception {
    Path jar = jar("signed.jar", small());
    Path keys = folder.resolve("keys");
    run(
        "keytool",
        "-genkeypair",
        "-keystore",
        keys,
        "-alias",
        "me",
        "-dname",
        "CN=me",
        "-keyalg",
        "EC",
        "-storepass",
        "secret",
        "-keypass",
        "secret");
    run("jarsigner", "-keystore", keys, "-storepass", "secret", jar, "me");
    assertThat(patch(jar).problems())
        .singleElement()
        .asString()
        .contains("signed.jar", "META-INF/ME.SF", "--unsign");
    assertThat(out()).doesNotExist();
    Patch patch = Patch.of(List.of(jar), out(), true);
    assertThat(patch.problems()).isEmpty();
    try (JarFile unsigned = new JarFile(out().resolve("signed.jar").toFile())) {
      assertThat(unsigned.stream().map(JarEntry::getName)).hasSize(3).contains("Small.class");
      assertThat(unsigned.getManifest().getEntries()).isEmpty();
    }
    assertThat(small(patch.flags(), all()).exitCode()).isZero();
  }

  private static void run(Object... command) throws Exception {
    List<String> words = new ArrayList<>(Stream.of(command).map(Object::toString).toList());
    words.set(0, Path.of(System.getProperty("java.home"), "bin", words.getFirst()).toString());
    Process process =
        new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void whatIsDamagedIsNamedAndNothingIsWritten() throws Exception {
    byte[] nested = jar(small());
    byte[] bytes = jar(Map.of("lib/inner.jar", nested));
    // In the middle of a deflated class file.
    bytes[bytes.length / 2] ^= 0x55;
    Path damaged = Files.write(folder.resolve("damaged.jar"), bytes);
    Path text = Files.writeString(folder.resolve("text.jar"), "text");
    Path bomb = jar("bomb.jar", Map.of("zeros", new byte[300 << 20]));
    Path fine = jar("fine.jar", small());
    Patch patch = patch(damaged, text, bomb, fine, fine, folder.resolve("none.jar"));
    assertThat(patch.problems())
        .anyMatch(problem -> problem.startsWith("damaged.jar!/lib/inner.jar!/Small.class: "))
        .anyMatch(problem -> problem.startsWith("text.jar: "))
        .anyMatch(problem -> problem.startsWith("bomb.jar: ") && problem.contains("bomb"))
        .anyMatch(problem -> problem.startsWith(fine + ": another file"))
        .anyMatch(problem -> problem.startsWith("none.jar: "));
    assertThat(out()).doesNotExist();
    assertThat(folder.toFile().list()).noneMatch(name -> name.startsWith("out."));
  }

  /// Of entries of one name, the one that the JVM reads is kept.
  @Test
  void anEntryThatIsThereTwiceIsKeptOnce() throws Exception {
    Map<String, byte[]> files = small();
    files.put("text1", "one".getBytes(UTF_8));
    files.put("text2", "two".getBytes(UTF_8));
    String bytes = new String(jar(files), ISO_8859_1).replaceAll("text[12]", "texts");
    Path twice = Files.write(folder.resolve("twice.jar"), bytes.getBytes(ISO_8859_1));
    assertThat(patch(twice).problems()).isEmpty();
    try (JarFile before = new JarFile(twice.toFile());
        JarFile after = new JarFile(out().resolve("twice.jar").toFile())) {
      assertThat(before.stream().map(JarEntry::getName).filter("texts"::equals)).hasSize(2);
      assertThat(after.stream().map(JarEntry::getName).filter("texts"::equals)).hasSize(1);
      assertThat(after.getInputStream(after.getEntry("texts")))
          .hasSameContentAs(before.getInputStream(before.getEntry("texts")));
    }
  }

  /// Such as a script that starts it.
  @Test
  void whatPrecedesAJarIsNotLost() throws Exception {
    byte[] jar = jar(small());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("#!/bin/sh\n".getBytes(UTF_8));
    bytes.writeBytes(jar);
    Path script = Files.write(folder.resolve("script.jar"), bytes.toByteArray());
    assertThat(patch(script).replaced()).isPositive();
    assertThat(out().resolve("script.jar")).content(ISO_8859_1).startsWith("#!/bin/sh\nPK");
    Patch patch = Patch.of(List.of(jar("small.jar", small())), folder.resolve("other"), false);
    ChildJvm.Ended ended = small(patch.flags(), all());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  @Test
  void aFolderWithFilesIsNotWrittenTo() throws Exception {
    Path jar = jar("small.jar", small());
    assertThatThrownBy(() -> Patch.of(List.of(jar), folder, false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not empty");
  }
}
