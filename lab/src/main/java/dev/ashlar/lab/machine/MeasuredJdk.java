// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.lab.experiment.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The JDK whose JVMs are measured.
///
/// @param home the folder of the JDK
/// @param version the version, such as `25.0.3+9`
/// @param vm name and vendor of the VM
public record MeasuredJdk(Path home, String version, String vm) {
  /// The release that the lab's classes are compiled for.
  private static final int LOWEST = 25;

  private static final Pattern FEATURE = Pattern.compile("(\\d{1,9}).*");

  /// {@return the JDK in the folder; without a folder, the JDK that runs this code}
  ///
  /// @throws LabException if the folder has no JDK, or if the JDK cannot run the measured code
  public static MeasuredJdk of(Optional<Path> folder) {
    return folder.isPresent()
        ? at(folder.get())
        : new MeasuredJdk(
            Path.of(System.getProperty("java.home")),
            Runtime.version().toString(),
            System.getProperty("java.vm.name") + ", " + System.getProperty("java.vendor"));
  }

  private static MeasuredJdk at(Path folder) {
    MeasuredJdk unknown = new MeasuredJdk(folder.toAbsolutePath().normalize(), "", "");
    if (!Files.isExecutable(unknown.java())) {
      throw LabException.wrongUsage(
          "--jdk %s has no bin/java: give the folder of a JDK".formatted(folder));
    }
    String settings = unknown.settings();
    String version = setting(settings, "java.runtime.version");
    Matcher feature = FEATURE.matcher(version);
    if (!feature.matches() || Integer.parseInt(feature.group(1)) < LOWEST) {
      throw LabException.wrongUsage(
          "--jdk %s is version %s; what is measured needs %d or later"
              .formatted(folder, version.isEmpty() ? "unknown" : version, LOWEST));
    }
    return new MeasuredJdk(
        unknown.home(),
        version,
        setting(settings, "java.vm.name") + ", " + setting(settings, "java.vendor"));
  }

  /// {@return the path of the `java` launcher}
  public Path java() {
    Path java = home.resolve("bin/java");
    return Files.exists(java) ? java : home.resolve("bin/java.exe");
  }

  private String settings() {
    try {
      Process jvm =
          new ProcessBuilder(java().toString(), "-XshowSettings:properties", "-version")
              .redirectErrorStream(true)
              .start();
      jvm.getOutputStream().close();
      String settings = new String(jvm.getInputStream().readAllBytes(), UTF_8);
      jvm.waitFor();
      return settings;
    } catch (IOException e) {
      throw LabException.wrongUsage("--jdk %s cannot run: %s".formatted(home, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw LabException.failed("interrupted while %s said its version".formatted(home));
    }
  }

  private static String setting(String settings, String name) {
    return settings
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(name + " = "))
        .map(line -> line.substring(name.length() + 3))
        .findFirst()
        .orElse("");
  }
}
