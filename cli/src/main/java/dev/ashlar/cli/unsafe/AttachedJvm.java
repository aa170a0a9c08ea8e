// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.unsafe.scan.JvmClassPath;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// Reads the class path of a running JVM.
final class AttachedJvm {
  private AttachedJvm() {}

  /// {@return the class path and the module path of a JVM}
  ///
  /// @throws IOException if the JVM does not answer, with the reason
  static List<Path> classPath(long pid) throws IOException {
    Map<String, String> values = new HashMap<>();
    Properties properties = properties(pid);
    properties
        .stringPropertyNames()
        .forEach(name -> values.put(name, properties.getProperty(name)));
    List<Path> paths = JvmClassPath.of(values);
    if (paths.isEmpty()) {
      throw new IOException("process " + pid + " has an empty class path and module path");
    }
    return paths;
  }

  private static Properties properties(long pid) throws IOException {
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try (Closeable _ = jvm::detach) {
        return jvm.getSystemProperties();
      }
    } catch (AttachNotSupportedException | IOException e) {
      throw new IOException(
          "cannot ask process %s: %s (it must be a running JVM of the same user; 'jcmd -l' lists them)"
              .formatted(pid, Failures.oneLine(e.getMessage())),
          e);
    }
  }
}
