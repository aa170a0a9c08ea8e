// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.unsafe.agent.AgentJar;
import dev.ashlar.unsafe.agent.rewrite.Rewriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertPath;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import jdk.security.jarsigner.JarSigner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Archives of all kinds, patched, opened again, and started under `deny`.
class PatchedArchivesTest {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final FileTime TIME = FileTime.fromMillis(1_400_000_000_000L);

  @TempDir private Path folder = Path.of("");
  private final Map<String, byte[]> small = new LinkedHashMap<>();

  @BeforeEach
  void compile() throws IOException {
    Path classes = AgentJar.compiled(folder, AgentJar.program("Small"));
    for (String name : List.of("Small.class", "Small$Reader.class")) {
      small.put(name, Files.readAllBytes(classes.resolve(name)));
    }
  }

  private Path out() {
    return folder.resolve("out");
  }

  private Path in() throws IOException {
    return Files.createDirectories(folder.resolve("in"));
  }

  private Patch patch(Path... inputs) throws IOException {
    return Patch.of(List.of(inputs), out(), false);
  }

  private static byte[] zip(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static Map<String, byte[]> with(String name, byte[] file, Map<String, byte[]> others) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(name, file);
    files.putAll(others);
    return files;
  }

  private Map<String, byte[]> launched(String... lines) {
    return with(MANIFEST, (String.join("\r\n", lines) + "\r\n\r\n").getBytes(UTF_8), small);
  }

  private static int calls(byte[] bytes) {
    return new Rewriter(bytes).replaced();
  }

  /// {@return the class files in an archive and in its archives that still have calls}
  private static List<String> withCalls(String location, byte[] archive) throws IOException {
    List<String> left = new ArrayList<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        byte[] bytes = zip.readAllBytes();
        String name = location + "!/" + entry.getName();
        if (bytes.length > 4 && bytes[0] == 'P' && bytes[1] == 'K') {
          left.addAll(withCalls(name, bytes));
        } else if (bytes.length > 4 && bytes[0] == (byte) 0xCA && calls(bytes) > 0) {
          left.add(name);
        }
      }
    }
    return left;
  }

  private ChildJvm.Ended started(String jar) throws Exception {
    return AgentJar.denied(folder, "-jar", out().resolve(jar).toString());
  }

  /// An archive of archives, of which none has the name of a jar.
  @Test
  void archivesAndClassFilesOfAnyNameArePatched() throws Exception {
    byte[] classes = Objects.requireNonNull(small.get("Small.class"));
    Map<String, byte[]> hidden = new LinkedHashMap<>();
    for (String name : List.of("a.classdata", "b/c.esclazz", "Small.SCL.lombok", "none")) {
      hidden.put(name, classes);
    }
    Map<String, byte[]> ear = new LinkedHashMap<>();
    for (String name :
        List.of("a.zip", "b.rar", "c.hpi", "d.sar", "e.nbm", "f.aar", "g", "h.war")) {
      ear.put(name, zip(Map.of("WEB-INF/lib/inner.bin", zip(hidden))));
    }
    byte[] before = zip(ear);
    Path file = Files.write(in().resolve("app.ear"), before);
    assertThat(withCalls("", before)).hasSize(4 * ear.size());
    Patch patch = patch(file);
    assertThat(patch.isWhole()).isTrue();
    assertThat(patch.replaced()).isEqualTo(calls(classes) * 4 * ear.size()).isPositive();
    assertThat(withCalls("", Files.readAllBytes(out().resolve("app.ear")))).isEmpty();
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void anArchiveThatIsNotOpenedIsNamedAndCopied() throws Exception {
    byte[] seven = Arrays.copyOf(new byte[] {'7', 'z', (byte) 0xBC, (byte) 0xAF, 0x27, 0x1C}, 99);
    byte[] cut = Arrays.copyOf(zip(small), 200);
    byte[] deep = zip(small);
    for (int i = 0; i < 10; i++) {
      deep = zip(Map.of("inner", deep));
    }
    Path lib = in();
    Files.write(lib.resolve("data.7z"), seven);
    Map<String, byte[]> files = new LinkedHashMap<>(small);
    files.put("a.7z", seven);
    files.put("b.bin", cut);
    files.put("c.jar", deep);
    files.put("d.class", "text".getBytes(UTF_8));
    Files.write(lib.resolve("app.jar"), zip(files));
    Patch patch = patch(lib);
    assertThat(patch.problems()).isEmpty();
    assertThat(patch.isWhole()).isFalse();
    assertThat(patch.unopened())
        .satisfiesExactlyInAnyOrder(
            one -> assertThat(one).startsWith("data.7z: it is a 7-Zip archive"),
            one -> assertThat(one).startsWith("app.jar!/a.7z: it is a 7-Zip archive"),
            one -> assertThat(one).startsWith("app.jar!/b.bin: "),
            one -> assertThat(one).contains("/inner: more than 8 archives in each other"),
            one -> assertThat(one).startsWith("app.jar!/d.class: it is not a class file"));
    assertThat(out().resolve("data.7z")).hasBinaryContent(seven);
    try (ZipFile jar = new ZipFile(out().resolve("app.jar").toFile());
        InputStream in = jar.getInputStream(jar.getEntry("b.bin"))) {
      assertThat(in.readAllBytes()).isEqualTo(cut);
    }
  }

  /// `Manifest.write` would leave out all attributes.
  @Test
  void aManifestWithoutAVersionKeepsItsAttributes() throws Exception {
    Files.write(
        in().resolve("app.jar"), zip(launched("Main-Class: Small", "X-Own: ä" + "b".repeat(99))));
    assertThat(patch(in().resolve("app.jar")).isWhole()).isTrue();
    ChildJvm.Ended ended = started("app.jar");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("direct 77");
  }

  /// All attributes, and sections, stay; lines are at most 72 bytes long, and may end inside of a
  /// character.
  @Test
  void aManifestChangesInWhatIsAddedOnly() throws Exception {
    String text =
        "Manifest-Version: 1.0\nMain-Class: Small\nClass-Path: a.jar\n  b.jar\nX: ü\n\nName: a/\nSealed: true\n";
    ManifestText manifest = new ManifestText(text.getBytes(UTF_8));
    manifest.add("class-path", "x/" + "é".repeat(120) + ".jar a.jar");
    manifest.add("Add-Opens", "java.base/java.nio");
    Manifest read = new Manifest(new ByteArrayInputStream(manifest.bytes()));
    assertThat(read.getMainAttributes().getValue("Class-Path"))
        .startsWith("a.jar b.jar x/")
        .endsWith(".jar")
        .hasSizeGreaterThan(120);
    assertThat(read.getMainAttributes().getValue("Add-Opens")).isEqualTo("java.base/java.nio");
    assertThat(read.getMainAttributes().getValue("X")).isEqualTo("ü");
    assertThat(read.getMainAttributes()).hasSize(5);
    assertThat(read.getAttributes("a/").getValue("Sealed")).isEqualTo("true");
    assertThat(new String(manifest.bytes(), ISO_8859_1).split("\r\n"))
        .allMatch(line -> line.length() <= 72);
  }

  /// The file system of the JDK for archives reads and writes the modes.
  @Test
  @EnabledOnOs(
      value = {OS.LINUX, OS.MAC},
      disabledReason = "files of Windows have no such modes")
  void entriesKeepModesTimesCommentsMethodsAndOrder() throws Exception {
    Path jar = in().resolve("app.jar");
    try (FileSystem zip =
        FileSystems.newFileSystem(
            jar, Map.of("create", "true", "enablePosixFileAttributes", "true"))) {
      Path script = Files.writeString(zip.getPath("z.sh"), "#!/bin/sh");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x--x"));
      Path empty = Files.createDirectories(zip.getPath("empty/inner"));
      Files.setPosixFilePermissions(empty, PosixFilePermissions.fromString("rwx------"));
      for (Map.Entry<String, byte[]> file : small.entrySet()) {
        Path path = Files.write(zip.getPath(file.getKey()), file.getValue());
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r--r-----"));
        Files.setLastModifiedTime(path, TIME);
      }
    }
    Files.write(jar, commented(Files.readAllBytes(jar), "of the archive"));
    assertThat(patch(jar).isWhole()).isTrue();
    Map<String, Object> options = Map.of("enablePosixFileAttributes", "true");
    Path after = out().resolve("app.jar");
    try (ZipFile one = new ZipFile(jar.toFile());
        ZipFile other = new ZipFile(after.toFile())) {
      assertThat(other.getComment()).isEqualTo("of the archive");
      List<? extends ZipEntry> entries = Collections.list(other.entries());
      assertThat(entries)
          .extracting(ZipEntry::getName)
          .containsExactlyElementsOf(one.stream().map(ZipEntry::getName).toList());
      for (ZipEntry entry : entries) {
        ZipEntry known = one.getEntry(entry.getName());
        assertThat(entry.getMethod()).isEqualTo(known.getMethod());
        assertThat(entry.getLastModifiedTime()).isEqualTo(known.getLastModifiedTime());
        assertThat(entry.getExtra()).isEqualTo(known.getExtra());
      }
    }
    try (FileSystem zip = FileSystems.newFileSystem(after, options)) {
      assertThat(mode(zip.getPath("z.sh"))).isEqualTo("rwxr-x--x");
      assertThat(mode(zip.getPath("empty/inner"))).isEqualTo("rwx------");
      assertThat(mode(zip.getPath("Small.class"))).isEqualTo("r--r-----");
      assertThat(calls(Files.readAllBytes(zip.getPath("Small.class")))).isZero();
    }
  }

  private static byte[] commented(byte[] zip, String comment) {
    byte[] all = Arrays.copyOf(zip, zip.length + comment.length());
    System.arraycopy(comment.getBytes(UTF_8), 0, all, zip.length, comment.length());
    all[zip.length - 2] = (byte) comment.length();
    return all;
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  @EnabledOnOs(
      value = {OS.LINUX, OS.MAC},
      disabledReason = "files of Windows have no such modes")
  void filesAndFoldersKeepTheirModesAndEmptyFoldersStay() throws Exception {
    Path lib = in();
    Path empty = Files.createDirectories(lib.resolve("logs/empty"));
    Files.setPosixFilePermissions(empty, PosixFilePermissions.fromString("rwxrwx---"));
    Path jar = Files.write(lib.resolve("app.jar"), zip(small));
    Path type = Files.write(lib.resolve("Small.class"), small.get("Small.class"));
    Path text = Files.writeString(lib.resolve("run.sh"), "#!/bin/sh");
    for (Path file : List.of(jar, type, text)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-xr-x--x"));
      Files.setLastModifiedTime(file, TIME);
    }
    assertThat(patch(lib).jars()).allMatch(one -> one.replaced() > 0).hasSize(2);
    assertThat(mode(out().resolve("logs/empty"))).isEqualTo("rwxrwx---");
    for (Path file : List.of(jar, type, text)) {
      Path copy = out().resolve(file.getFileName());
      assertThat(mode(copy)).isEqualTo("r-xr-x--x");
      assertThat(Files.getLastModifiedTime(copy)).isEqualTo(TIME);
    }
  }

  /// Many entries need the larger end record.
  @ParameterizedTest
  @ValueSource(ints = {65_000, 66_000})
  void anArchiveMayHaveManyEntries(int count) throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>(small);
    for (int i = 0; i < count; i++) {
      files.put("e" + i, new byte[0]);
    }
    Path jar = Files.write(in().resolve("many.jar"), zip(files));
    assertThat(patch(jar).isWhole()).isTrue();
    try (ZipFile patched = new ZipFile(out().resolve("many.jar").toFile())) {
      assertThat(patched.size()).isEqualTo(files.size());
      InputStream in = patched.getInputStream(patched.getEntry("Small.class"));
      assertThat(calls(in.readAllBytes())).isZero();
    }
  }

  private static byte[] stored(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        CRC32 crc = new CRC32();
        crc.update(file.getValue());
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(file.getValue().length);
        entry.setCrc(crc.getValue());
        zip.putNextEntry(entry);
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void storedEntriesStayStored() throws Exception {
    Path jar = Files.write(in().resolve("stored.jar"), stored(launched("Main-Class: Small")));
    assertThat(patch(jar).isWhole()).isTrue();
    assertThat(started("stored.jar").exitCode()).isZero();
    try (ZipFile patched = new ZipFile(out().resolve("stored.jar").toFile())) {
      assertThat(patched.stream()).allMatch(entry -> entry.getMethod() == ZipEntry.STORED);
    }
  }

  private void sign(Path jar) throws Exception {
    Path keys = folder.resolve("keys.p12");
    char[] password = "secret".toCharArray();
    if (Files.notExists(keys)) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-keystore",
                  keys.toString(),
                  "-alias",
                  "me",
                  "-dname",
                  "CN=me",
                  "-keyalg",
                  "EC",
                  "-storepass",
                  "secret",
                  "-keypass",
                  "secret")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
    KeyStore store = KeyStore.getInstance(keys.toFile(), password);
    CertPath path =
        CertificateFactory.getInstance("X.509")
            .generateCertPath(List.of(store.getCertificate("me")));
    JarSigner signer =
        new JarSigner.Builder((PrivateKey) store.getKey("me", password), path).build();
    Path signed = folder.resolve("signed");
    try (ZipFile in = new ZipFile(jar.toFile());
        OutputStream out = Files.newOutputStream(signed)) {
      signer.sign(in, out);
    }
    Files.move(signed, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Its manifest has to change, although its classes do not.
  @Test
  void aSignedLauncherOfPatchedJarsIsRefusedOrUnsigned() throws Exception {
    Path classes = AgentJar.compiled(folder, AgentJar.program("Nested"));
    byte[] other = Files.readAllBytes(classes.resolve("Nested.class"));
    Files.write(in().resolve("lib.jar"), zip(small));
    String manifest = "Manifest-Version: 1.0\r\nMain-Class: Small\r\nClass-Path: lib.jar\r\n\r\n";
    Path app =
        Files.write(
            in().resolve("app.jar"),
            zip(with(MANIFEST, manifest.getBytes(UTF_8), Map.of("Nested.class", other))));
    sign(app);
    Patch refused = patch(in());
    assertThat(refused.problems())
        .singleElement()
        .asString()
        .contains("app.jar", "META-INF/SIGNER.SF", Patch.RUNTIME, "--unsign");
    assertThat(out()).doesNotExist();
    Patch patch = Patch.of(List.of(in()), out(), true);
    assertThat(patch.problems()).isEmpty();
    ChildJvm.Ended ended = started("app.jar");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  /// Which may load them by a class loader of its own.
  @Test
  void aSignedLauncherBesidePatchedJarsIsNoted() throws Exception {
    Files.write(in().resolve("lib.jar"), zip(small));
    Path app =
        Files.write(
            in().resolve("app.jar"),
            zip(
                Map.of(
                    MANIFEST,
                    "Manifest-Version: 1.0\r\nMain-Class: Small\r\n\r\n".getBytes(UTF_8))));
    sign(app);
    Patch patch = patch(in());
    assertThat(patch.problems()).isEmpty();
    assertThat(patch.notes()).singleElement().asString().contains("app.jar is signed", "java -cp");
    assertThat(out().resolve("app.jar")).hasSameBinaryContentAs(app);
  }

  /// Else: "signer information does not match signer information of other classes".
  @Test
  void jarsOfOnePackageLoseTheirSignaturesTogether() throws Exception {
    Path first = Files.write(in().resolve("first.jar"), zip(launched("Main-Class: Small")));
    Path classes = AgentJar.compiled(folder, AgentJar.program("First"));
    Map<String, byte[]> more = new LinkedHashMap<>();
    more.put("First.class", Files.readAllBytes(classes.resolve("First.class")));
    Path second = Files.write(in().resolve("second.jar"), zip(more));
    sign(first);
    sign(second);
    assertThat(patch(in()).problems()).anyMatch(problem -> problem.contains("first.jar"));
    Patch patch = Patch.of(List.of(in()), out(), true);
    assertThat(patch.problems()).isEmpty();
    try (Stream<Path> jars = Files.list(out())) {
      for (Path jar : jars.toList()) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
          assertThat(zip.stream()).noneMatch(entry -> entry.getName().endsWith(".SF"));
        }
      }
    }
    assertThat(patch.replaced()).isPositive();
  }
}
