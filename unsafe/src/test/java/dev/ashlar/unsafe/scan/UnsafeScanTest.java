// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.unsafe.Artifact;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.SourceDebugExtensionAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A class with one known use of each kind; a comment on its line names it.
@Timeout(120)
class UnsafeScanTest {
  private static final Pattern MARK = Pattern.compile("// (\\w+) ([\\w.]+)");
  private static final Map<String, Use.Kind> KINDS =
      Map.of(
          "call", Use.Kind.UNSAFE_CALL,
          "reference", Use.Kind.UNSAFE_REFERENCE,
          "field", Use.Kind.UNSAFE_FIELD,
          "instance", Use.Kind.UNSAFE_INSTANCE,
          "name", Use.Kind.UNSAFE_NAME,
          "internal", Use.Kind.INTERNAL_UNSAFE,
          "restricted", Use.Kind.RESTRICTED,
          "native", Use.Kind.NATIVE_METHOD,
          "final", Use.Kind.FINAL_FIELD);

  @TempDir private static Path shared;
  private static Path classes = Path.of("");
  private static List<String> expected = List.of();

  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws IOException {
    Path source = shared.resolve("Uses.java");
    String text;
    try (InputStream in = UnsafeScanTest.class.getResourceAsStream("Uses.java.txt")) {
      text = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    }
    Files.writeString(source, text);
    classes = shared.resolve("classes");
    StringWriter said = new StringWriter();
    // The compiler's API ignores the flag that hides the warning about Unsafe.
    int exitCode =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                new PrintWriter(said),
                new PrintWriter(said),
                "-XDignore.symbol.file",
                "--add-exports",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-d",
                classes.toString(),
                source.toString());
    assertThat(exitCode).as("%s", said).isZero();
    List<String> marks = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      Matcher mark = MARK.matcher(lines.get(i));
      while (mark.find()) {
        Use.Kind kind = Objects.requireNonNull(KINDS.get(mark.group(1)));
        // A declaration has no line in the class file.
        int line = kind == Use.Kind.NATIVE_METHOD ? 0 : i + 1;
        marks.add(kind + " " + mark.group(2) + " " + line);
      }
    }
    expected = marks;
  }

  private static List<String> found(List<Use> uses) {
    return uses.stream()
        .map(use -> {
          String name = use.target().name().isEmpty() ? use.target().owner() : use.target().name();
          return use.kind() + " " + name + " " + use.site().line();
        })
        .toList();
  }

  private static ArtifactScan only(ScanReport report) {
    assertThat(report.problems()).isEmpty();
    assertThat(report.artifacts()).hasSize(1);
    return report.artifacts().getFirst();
  }

  /// As of Kotlin's compiler: the call in line 22 is in a function that is inlined in line 13 of
  /// 20.
  @Test
  void namesAndLinesAreThoseOfTheAuthor() throws IOException {
    byte[] file =
        ClassFile.of()
            .build(
                ClassDesc.of("a.ShopKt"),
                type ->
                    type.with(SourceFileAttribute.of("Shop.kt"))
                        .with(
                            SourceDebugExtensionAttribute.of(
                                "SMAP\nShop.kt\nKotlin\n*S KotlinDebug\n*F\n+ 1 Shop.kt\n*L\n13#1:21,2\n*E"
                                    .getBytes(UTF_8)))
                        .withMethodBody(
                            "top$default",
                            MethodTypeDesc.ofDescriptor("(Lsun/misc/Unsafe;)V"),
                            ClassFile.ACC_STATIC,
                            code ->
                                code.lineNumber(22)
                                    .aload(0)
                                    .lconst_1()
                                    .invokevirtual(
                                        ClassDesc.of("sun.misc.Unsafe"),
                                        "freeMemory",
                                        MethodTypeDesc.ofDescriptor("(J)V"))
                                    .return_()));
    Files.write(folder.resolve("ShopKt.class"), file);
    assertThat(only(UnsafeScan.of(List.of(folder))).uses())
        .extracting(use -> use.site().words() + "; " + use.site().shortWords())
        .containsExactly(
            "a.Shop.kt::top defaults (ShopKt::top$default) line 13; Shop.kt::top defaults line 13");
  }

  @Test
  void eachKindOfUseIsFoundWithItsLine() {
    ArtifactScan scan = only(UnsafeScan.of(List.of(classes)));
    assertThat(found(scan.uses())).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(expected).hasSize(14);
    assertThat(scan.notLoaded()).isEmpty();
    assertThat(scan.uses())
        .allSatisfy(use -> assertThat(use.site().className()).isEqualTo("fixture.Uses"));
  }

  @Test
  void oneClassFileIsScannedByItself() {
    ArtifactScan scan =
        only(UnsafeScan.of(List.of(classes.resolve("fixture").resolve("Uses.class"))));
    // Without the folder of the packages, the class of the final field is not found.
    assertThat(scan.uses()).hasSize(13);
  }

  @Test
  void jarsInJarsInJarsAreRead() throws IOException {
    byte[] uses = Files.readAllBytes(classes.resolve("fixture/Uses.class"));
    byte[] library = new Jar().add("fixture/Uses.class", uses).bytes();
    byte[] boot =
        new Jar()
            .add("BOOT-INF/classes/fixture/Uses.class", uses)
            .stored("BOOT-INF/lib/library-1.2.jar", library)
            .bytes();
    Path ear = new Jar().add("app.war", boot).write(folder.resolve("all.ear"));
    ScanReport report = UnsafeScan.of(List.of(ear));
    assertThat(report.problems()).isEmpty();
    assertThat(report.artifacts().stream().map(a -> a.artifact().location()))
        .containsExactlyInAnyOrder(
            ear + "!/app.war", ear + "!/app.war!/BOOT-INF/lib/library-1.2.jar");
    assertThat(report.artifacts())
        .allSatisfy(a -> assertThat(found(a.uses())).containsExactlyInAnyOrderElementsOf(expected));
    assertThat(report.artifactCount()).isEqualTo(3);
  }

  @Test
  void jmodsAreRead() throws IOException {
    byte[] uses = Files.readAllBytes(classes.resolve("fixture/Uses.class"));
    byte[] zip = new Jar().add("classes/fixture/Uses.class", uses).bytes();
    byte[] jmod = new byte[zip.length + 4];
    System.arraycopy(new byte[] {'J', 'M', 1, 0}, 0, jmod, 0, 4);
    System.arraycopy(zip, 0, jmod, 4, zip.length);
    Path file = Files.write(folder.resolve("fixture.jmod"), jmod);
    assertThat(found(only(UnsafeScan.of(List.of(file))).uses()))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void ofAMultiReleaseJarOnlyTheLoadedVersionCounts() throws IOException {
    byte[] uses = Files.readAllBytes(classes.resolve("fixture/Uses.class"));
    int feature = Runtime.version().feature();
    Jar jar =
        new Jar()
            .manifest("Multi-Release: true")
            .add("fixture/Uses.class", uses)
            .add("META-INF/versions/9/fixture/Uses.class", uses)
            .add("META-INF/versions/" + feature + "/fixture/Uses.class", uses)
            .add("META-INF/versions/" + (feature + 1) + "/fixture/Uses.class", uses);
    ArtifactScan scan = only(UnsafeScan.of(List.of(jar.write(folder.resolve("m.jar")))));
    assertThat(scan.uses()).hasSize(14);
    assertThat(scan.uses()).allSatisfy(u -> assertThat(u.site().release()).isEqualTo(feature));
    assertThat(scan.notLoaded()).hasSize(42);
    assertThat(scan.classCount()).isEqualTo(4);
  }

  @Test
  void withoutTheManifestsLineVersionsAreNotLoaded() throws IOException {
    byte[] uses = Files.readAllBytes(classes.resolve("fixture/Uses.class"));
    Path jar =
        new Jar()
            .add("META-INF/versions/9/fixture/Uses.class", uses)
            .write(folder.resolve("n.jar"));
    ArtifactScan scan = only(UnsafeScan.of(List.of(jar)));
    assertThat(scan.uses()).isEmpty();
    // The class of the final field is not found where it would be loaded from.
    assertThat(scan.notLoaded()).hasSize(13);
  }

  @Test
  void theManifestsEntriesThatOpenModulesAreFound() throws IOException {
    Path jar =
        new Jar()
            .manifest(
                "Add-Opens: java.base/java.nio java.base/java.lang",
                "Add-Exports: java.base/jdk.internal.misc",
                "Enable-Native-Access: ALL-UNNAMED",
                "Launcher-Agent-Class: a.B")
            .write(folder.resolve("o.jar"));
    assertThat(only(UnsafeScan.of(List.of(jar))).manifest())
        .containsEntry("Add-Opens", "java.base/java.nio java.base/java.lang")
        .containsEntry("Add-Exports", "java.base/jdk.internal.misc")
        .containsEntry("Enable-Native-Access", "ALL-UNNAMED")
        .containsEntry("Launcher-Agent-Class", "a.B");
  }

  @Test
  void anArtifactSaysWhatNamesIt() throws IOException {
    byte[] uses = Files.readAllBytes(classes.resolve("fixture/Uses.class"));
    Path repository =
        Files.createDirectories(folder.resolve("repository/org/some/lib/1.0"))
            .resolve("lib-1.0.jar");
    Jar plain = new Jar().add("fixture/Uses.class", uses);
    assertThat(artifact(plain.write(repository)))
        .isEqualTo(
            new Artifact(
                "org.some", "lib", "1.0", Artifact.Source.REPOSITORY_PATH, repository.toString()));
    Path file = folder.resolve("thing-2.3-jre.jar");
    assertThat(artifact(plain.write(file)))
        .isEqualTo(
            new Artifact("", "thing", "2.3-jre", Artifact.Source.FILE_NAME, file.toString()));
    Jar titled =
        new Jar()
            .manifest(
                "Implementation-Title: Thing", "Implementation-Version: 4", "Bundle-Version: 5")
            .add("fixture/Uses.class", uses);
    assertThat(artifact(titled.write(file)))
        .isEqualTo(new Artifact("", "Thing", "4", Artifact.Source.MANIFEST, file.toString()));
    Path same = folder.resolve("thing-core-4.jar");
    assertThat(artifact(titled.write(same)))
        .isEqualTo(new Artifact("", "thing-core", "4", Artifact.Source.FILE_NAME, same.toString()));
    Jar dated =
        new Jar()
            .manifest(
                "Implementation-Title: org.thing", "Implementation-Version: 4 7a97a05 - 2024-12-09")
            .add("fixture/Uses.class", uses);
    assertThat(artifact(dated.write(same)).coordinates()).isEqualTo("thing-core:4");
    titled.add("META-INF/maven/g/a/pom.properties", "groupId=g\nartifactId=a\nversion=6\n");
    Path renamed = folder.resolve("app.jar");
    assertThat(artifact(titled.write(renamed)))
        .isEqualTo(new Artifact("g", "a", "6", Artifact.Source.POM_PROPERTIES, renamed.toString()));
    // aeron-all has the pom.properties of HdrHistogram alone.
    ArtifactScan all = only(UnsafeScan.of(List.of(titled.write(folder.resolve("b-all-4.jar")))));
    assertThat(all.artifact().coordinates()).isEqualTo("b-all:4");
    assertThat(all.contents()).containsExactly("g:a:6");
    titled.add(
        "META-INF/maven/h/thing/pom.properties", "groupId=h\nartifactId=thing\nversion=2.3\n");
    ArtifactScan shaded = only(UnsafeScan.of(List.of(titled.write(file))));
    assertThat(shaded.artifact().coordinates()).isEqualTo("h:thing:2.3");
    assertThat(shaded.contents()).containsExactly("g:a:6", "h:thing:2.3");
  }

  private static Artifact artifact(Path jar) {
    return only(UnsafeScan.of(List.of(jar))).artifact();
  }
}
