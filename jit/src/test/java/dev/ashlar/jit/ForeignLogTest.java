// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.internal.classfile.Archive;
import dev.ashlar.jit.internal.classfile.ClassFolder;
import dev.ashlar.jit.internal.classfile.ClassSource;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Logs written by somebody else: whatever they name, no code of theirs runs, nothing hangs, and no
/// memory is exhausted.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ForeignLogTest {
  private static final String CALL =
      "<parse method='10'>\n"
          + LogText.call(1, 11, "<inline_fail reason='hot method too big'/>")
          + "</parse>\n";

  @TempDir private Path folder;

  private static String head(String release, String... properties) {
    return "<release>\n"
        + release
        + "\n</release>\n<vm_arguments>\n<properties>\n"
        + String.join("\n", properties)
        + "\n</properties>\n</vm_arguments>\n<tty>\n";
  }

  private CompilationLog read(String release, String... properties) throws IOException {
    return LogText.read(folder, head(release, properties), "</tty>\n", LogText.task(1, 1, CALL));
  }

  /// The JDK's own file system provider for images loads `lib/jrt-fs.jar` from the folder it is
  /// given. With the class on its own, the test makes sure that the trap works.
  @Test
  void theJdkThatALogNamesIsNotLoaded() throws Exception {
    Path home = folder.resolve("home");
    Path marker = folder.resolve("marker");
    Path source = folder.resolve("JrtFileSystemProvider.java");
    Files.writeString(
        source,
        """
        package jdk.internal.jrtfs;
        public class JrtFileSystemProvider extends java.nio.file.spi.FileSystemProvider {
          static {
            try {
              java.nio.file.Files.createFile(java.nio.file.Path.of("%s"));
            } catch (java.io.IOException e) {
              throw new AssertionError(e);
            }
          }
          public String getScheme() { return "jrt"; }
          public java.nio.file.FileSystem newFileSystem(java.net.URI u, java.util.Map<String, ?> m) { throw new IllegalStateException(); }
          public java.nio.file.FileSystem getFileSystem(java.net.URI u) { return null; }
          public java.nio.file.Path getPath(java.net.URI u) { return null; }
          public java.nio.channels.SeekableByteChannel newByteChannel(java.nio.file.Path p, java.util.Set<? extends java.nio.file.OpenOption> o, java.nio.file.attribute.FileAttribute<?>... a) { return null; }
          public java.nio.file.DirectoryStream<java.nio.file.Path> newDirectoryStream(java.nio.file.Path p, java.nio.file.DirectoryStream.Filter<? super java.nio.file.Path> f) { return null; }
          public void createDirectory(java.nio.file.Path p, java.nio.file.attribute.FileAttribute<?>... a) {}
          public void delete(java.nio.file.Path p) {}
          public void copy(java.nio.file.Path p, java.nio.file.Path q, java.nio.file.CopyOption... o) {}
          public void move(java.nio.file.Path p, java.nio.file.Path q, java.nio.file.CopyOption... o) {}
          public boolean isSameFile(java.nio.file.Path p, java.nio.file.Path q) { return false; }
          public boolean isHidden(java.nio.file.Path p) { return false; }
          public java.nio.file.FileStore getFileStore(java.nio.file.Path p) { return null; }
          public void checkAccess(java.nio.file.Path p, java.nio.file.AccessMode... m) {}
          public <V extends java.nio.file.attribute.FileAttributeView> V getFileAttributeView(java.nio.file.Path p, Class<V> t, java.nio.file.LinkOption... o) { return null; }
          public <A extends java.nio.file.attribute.BasicFileAttributes> A readAttributes(java.nio.file.Path p, Class<A> t, java.nio.file.LinkOption... o) { return null; }
          public java.util.Map<String, Object> readAttributes(java.nio.file.Path p, String s, java.nio.file.LinkOption... o) { return null; }
          public void setAttribute(java.nio.file.Path p, String s, Object v, java.nio.file.LinkOption... o) {}
        }
        """
            .formatted(marker.toString().replace("\\", "\\\\")));
    Path classes = Files.createDirectory(folder.resolve("classes"));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--patch-module",
                "java.base=" + folder,
                "-d",
                classes.toString(),
                source.toString());
    assertThat(compiled).isZero();
    Path lib = Files.createDirectories(home.resolve("lib"));
    Files.write(lib.resolve("modules"), new byte[100]);
    try (ZipOutputStream jar =
        new ZipOutputStream(Files.newOutputStream(lib.resolve("jrt-fs.jar")))) {
      String name = "jdk/internal/jrtfs/JrtFileSystemProvider.class";
      jar.putNextEntry(new ZipEntry(name));
      Files.copy(classes.resolve(name), jar);
    }

    CompilationLog log =
        read("1.2.3+4", "java.home=" + home, "java.class.path=" + home).withSourceLines();
    assertThat(log.findings()).hasSize(1);
    assertThat(marker).doesNotExist();

    try (FileSystem _ =
        FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()))) {
      throw new AssertionError("no file system of that kind");
    } catch (RuntimeException | LinkageError e) {
      assertThat(marker).as("the trap works").exists();
    }
  }

  @Test
  void findingsReadNoFileUnlessLinesAreRequested() throws IOException {
    Path source = folder.resolve("B.java");
    Files.writeString(
        source, "package a;\nclass B {\n  void root() {\n    root();\n    root();\n  }\n}\n");
    Path classes = Files.createDirectories(folder.resolve("classes"));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-d", classes.toString(), source.toString());
    assertThat(compiled).isZero();
    String task = LogText.task(1, 1, CALL).replace("bytes='20'", "bytes='9'");
    CompilationLog log =
        LogText.read(folder, head("1", "java.class.path=" + classes), "</tty>\n", task);
    assertThat(log.findings()).singleElement().matches(finding -> finding.line().isEmpty());
    CompilationLog located = log.withSourceLines();
    Files.delete(classes.resolve("a/B.class"));
    assertThat(located.findings()).singleElement().matches(finding -> finding.line().isPresent());
    assertThat(log.withSourceLines().findings()).isEqualTo(log.findings());
  }

  @Test
  void linesOfTheJdksMethodsAreThoseOfTheLogsVersionOnly() throws IOException {
    String task = LogText.task(1, 1, CALL).replace("name='a.B'", "name='java.lang.Object'");
    String own = Runtime.version().toString();
    CompilationLog same = LogText.read(folder, head(own), "</tty>\n", task).withSourceLines();
    assertThat(same.findings()).hasSize(1);
    assertThat(same.whyNoJdkLines()).isEmpty();
    CompilationLog other =
        LogText.read(folder, head("17.0.99+1", "java.home=/opt/jdk"), "</tty>\n", task)
            .withSourceLines();
    assertThat(other.whyNoJdkLines())
        .hasValue(
            "lines of the JDK's classes are not known: the log is of JDK 17.0.99+1, and this is JDK "
                + own
                + "; name the log's JDK with --jdk (it was in /opt/jdk)");
    JdkImage named = JdkImage.of(Path.of(System.getProperty("java.home")));
    assertThat(other.withJdks(List.of(named)).withSourceLines().whyNoJdkLines())
        .as("of another version than the log's")
        .isPresent();
  }

  @Test
  void filesThatNeverEndAreNotRead() throws Exception {
    Path classes = folder.resolve("classes");
    Path pipe = Files.createDirectories(classes.resolve("a")).resolve("B.class");
    boolean made =
        new ProcessBuilder("mkfifo", pipe.toString(), folder.resolve("pipe.jar").toString())
                .start()
                .waitFor()
            == 0;
    assumeTrue(made && Files.exists(Path.of("/dev/zero")), "no pipes here");
    Path links = folder.resolve("links");
    Files.createSymbolicLink(
        Files.createDirectories(links.resolve("a")).resolve("B.class"), Path.of("/dev/zero"));
    Files.createSymbolicLink(folder.resolve("link.jar"), Path.of("/dev/zero"));
    Path part = Files.createSymbolicLink(folder.resolve("hs_c1_pid2.log"), Path.of("/dev/zero"));
    List<String> path =
        List.of(
            classes.toString(),
            links.toString(),
            folder.resolve("pipe.jar").toString(),
            folder.resolve("link.jar").toString(),
            "/dev/zero",
            "/dev/stdin",
            "//nowhere/share");
    CompilationLog log =
        LogText.read(
            folder,
            head("1", "java.class.path=" + String.join(File.pathSeparator, path)),
            "<thread_logfile thread='1' filename='" + part + "'/>\n",
            "<thread_logfile thread='2' filename='/dev/zero'/>\n",
            "<thread_logfile thread='3' filename='/proc/kmsg'/>\n</tty>\n",
            LogText.task(1, 1, CALL));
    assertThat(log.withSourceLines().findings()).hasSize(1);
    assertThat(log.parts()).isEmpty();
    assertThat(log.parseProblems())
        .extracting(ParseProblem::what, ParseProblem::count)
        .containsExactly(tuple("compiler threads whose part of the log is missing", 3L));
  }

  private Path bomb(String entry) throws IOException {
    Path bomb = folder.resolve(entry.replace('/', '-') + ".jar");
    try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(bomb))) {
      jar.putNextEntry(new ZipEntry(entry));
      jar.write(new byte[ClassSource.MOST_BYTES + 1]);
    }
    return bomb;
  }

  @Test
  void bombsDoNotExhaustMemory() throws IOException {
    Path manifest = bomb("META-INF/MANIFEST.MF");
    assertThatThrownBy(() -> Archive.open(manifest, 17)).hasMessageContaining("longer than");
    Path packed = bomb("a/B.class");
    try (Archive archive = Archive.open(packed, 17)) {
      assertThatThrownBy(() -> archive.find("a/B.class")).hasMessageContaining("longer than");
    }
    // A list of files of two gigabytes, nearly all of it a hole in the file.
    Path list = folder.resolve("list.jar");
    try (RandomAccessFile out = new RandomAccessFile(list.toFile(), "rw")) {
      int length = Integer.MAX_VALUE - 100;
      out.seek(length);
      ByteBuffer end = ByteBuffer.allocate(22).order(ByteOrder.LITTLE_ENDIAN);
      end.putInt(0x0605_4B50).putLong(0).putInt(length).putInt(0);
      out.write(end.array());
    }
    assertThatThrownBy(() -> Archive.open(list, 17)).hasMessageContaining("longer than the limit");
    Path classes = folder.resolve("long");
    Path file = Files.createDirectories(classes.resolve("a")).resolve("B.class");
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.setLength(1L << 40);
    }
    ClassFolder folderOfBombs = new ClassFolder(classes);
    assertThatThrownBy(() -> folderOfBombs.find("a/B.class")).hasMessageContaining("longer than");
    String path =
        Stream.of(manifest, packed, list, classes)
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(read("1", "java.class.path=" + path).withSourceLines().findings())
        .singleElement()
        .matches(finding -> finding.line().isEmpty());
  }

  @Test
  void namesOfClassesDoNotLeadOutOfAFolder() throws IOException {
    Path inside = Files.createDirectories(folder.resolve("in"));
    Files.write(folder.resolve("B.class"), new byte[10]);
    ClassFolder classes = new ClassFolder(inside);
    assertThat(classes.find("../B.class")).isNull();
    assertThat(classes.find(folder.resolve("B.class").toString())).isNull();
  }
}
