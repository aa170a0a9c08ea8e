// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import dev.ashlar.unsafe.scan.UnsafeScan;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// What is recorded of the jar of a library.
final class LibraryScan {
  private static final Pattern PROPERTY =
      Pattern.compile("[a-z][\\w-]*(\\.[a-z][\\w-]*)*\\.([a-z][\\w-]*U|u)nsafe[\\w-]*");

  private static final Set<Use.Kind> NAMES =
      EnumSet.of(Use.Kind.UNSAFE_NAME, Use.Kind.UNSAFE_INSTANCE);

  private LibraryScan() {}

  /// Counts the calls in a jar.
  static ScannedVersion of(Path jar, String version) throws IOException {
    JdkMethods jdk = JdkMethods.ofThisJdk();
    List<Use> uses = uses(jar);
    return new ScannedVersion(
        version,
        (int) uses.stream().filter(use -> use.kind().isUnsafeCall()).count(),
        (int) uses.stream().filter(jdk::isDenied).count(),
        (int) uses.stream().filter(use -> use.kind() == Use.Kind.INTERNAL_UNSAFE).count(),
        (int) uses.stream().filter(use -> NAMES.contains(use.kind())).count());
  }

  /// {@return the names of system properties about Unsafe: String constants of classes that use it
  /// and are not the name of a class}
  static List<String> properties(Path jar) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (Use use : uses(jar)) {
        ZipEntry entry = zip.getEntry(use.site().className().replace('.', '/') + ".class");
        if (!use.kind().isUnsafe() || entry == null) {
          continue;
        }
        try (InputStream bytes = zip.getInputStream(entry)) {
          for (PoolEntry constant : ClassFile.of().parse(bytes.readAllBytes()).constantPool()) {
            if (constant instanceof StringEntry text
                && PROPERTY.matcher(text.stringValue()).matches()) {
              names.add(text.stringValue());
            }
          }
        }
      }
    }
    return List.copyOf(names);
  }

  private static List<Use> uses(Path jar) throws IOException {
    ScanReport report = UnsafeScan.of(List.of(jar));
    if (!report.isComplete()) {
      throw new IOException(report.problems().toString());
    }
    return report.artifacts().stream().flatMap(artifact -> artifact.uses().stream()).toList();
  }
}
