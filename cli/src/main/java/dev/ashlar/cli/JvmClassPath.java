package dev.ashlar.cli;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/// The class path and the module path of a running JVM, with the jars that manifests add. Jars that
/// only class loaders of the program know are not on either.
final class JvmClassPath {
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private JvmClassPath() {}

  /// {@return the jars and folders}
  ///
  /// @throws IOException if the JVM cannot be asked, with the reason
  static List<Path> of(long pid) throws IOException {
    Properties properties;
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        properties = jvm.getSystemProperties();
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException | IOException e) {
      throw new IOException(
          "cannot ask process "
              + pid
              + ": "
              + Failures.oneLine(e.getMessage())
              + " (it must be a running JVM of the same user; 'jcmd -l' lists them)",
          e);
    }
    Path folder = Path.of(properties.getProperty("user.dir", ""));
    Deque<Path> left = new ArrayDeque<>();
    for (String name : List.of("java.class.path", "jdk.module.path")) {
      Arrays.stream(properties.getProperty(name, "").split(File.pathSeparator))
          .filter(entry -> !entry.isEmpty())
          .map(entry -> folder.resolve(entry).normalize())
          .forEach(left::add);
    }
    Set<Path> paths = new LinkedHashSet<>();
    while (!left.isEmpty()) {
      Path path = left.remove();
      // The JVM ignores entries that do not exist.
      if (Files.exists(path) && paths.add(path)) {
        left.addAll(addedBy(path));
      }
    }
    if (paths.isEmpty()) {
      throw new IOException("process " + pid + " has an empty class path and module path");
    }
    return new ArrayList<>(paths);
  }

  /// {@return the jars that the manifest of a jar adds to the class path}
  private static List<Path> addedBy(Path path) {
    if (!Files.isRegularFile(path)) {
      return List.of();
    }
    List<Path> added = new ArrayList<>();
    try (JarFile jar = new JarFile(path.toFile())) {
      Manifest manifest = jar.getManifest();
      String classPath =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      if (classPath != null) {
        BLANKS
            .splitAsStream(classPath.strip())
            .map(path.toUri()::resolve)
            .filter(uri -> "file".equals(uri.getScheme()))
            .map(Path::of)
            .forEach(added::add);
      }
    } catch (IOException | IllegalArgumentException e) {
      // The scan reports a jar that cannot be read.
    }
    return added;
  }
}
