// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.machine;

import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.results.LabRun;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.CompilerHints;

/// The machine on which the figures are measured.
public final class Machine {
  private static final Path CPUS = Path.of("/sys/devices/system/cpu");

  private Machine() {}

  public static LabRun describe(
      Mode mode,
      MeasuredJdk jdk,
      List<String> vmFlags,
      String started,
      boolean complete,
      LabRun.Conditions conditions,
      List<LabRun.Experiment> experiments) {
    return new LabRun(
        LabRun.SCHEMA,
        mode.toString(),
        jdk.version(),
        jdk.vm(),
        os(),
        cpu(),
        cores(),
        "G1",
        vmFlags,
        started,
        complete,
        conditions,
        experiments);
  }

  public static String os() {
    return "%s %s, %s"
        .formatted(
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"));
  }

  public static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /// Returns the model of the processor. Linux has it in a file and Windows in a variable; on other
  /// systems, the architecture is returned.
  public static String cpu() {
    Path cpuInfo = Path.of("/proc/cpuinfo");
    if (Files.isReadable(cpuInfo)) {
      try (Stream<String> lines = Files.lines(cpuInfo)) {
        return lines
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElseGet(() -> System.getProperty("os.arch"));
      } catch (IOException e) {
        return System.getProperty("os.arch");
      }
    }
    String identifier = System.getenv("PROCESSOR_IDENTIFIER");
    return identifier != null ? identifier : System.getProperty("os.arch");
  }

  /// {@return the frequency governor of the first processor; empty if unknown}
  public static String governor() {
    return content(CPUS.resolve("cpu0/cpufreq/scaling_governor"));
  }

  /// {@return the turbo mode of the processors: `on`, `off`, or empty if unknown}
  public static String turbo() {
    return switch (content(CPUS.resolve("intel_pstate/no_turbo"))) {
      case "0" -> "on";
      case "1" -> "off";
      default ->
          switch (content(CPUS.resolve("cpufreq/boost"))) {
            case "1" -> "on";
            case "0" -> "off";
            default -> "";
          };
    };
  }

  /// {@return the mean number of threads that were running or runnable in the last minute; NaN if
  /// unknown}
  public static double load() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return load < 0 ? Double.NaN : load;
  }

  /// {@return the compiler commands of every measured JVM: JMH's hints, and the commands for JMH's
  /// blackholes} The first call may take as long as the start of a JVM.
  public static List<String> compileCommands() {
    String option = "-XX:CompileCommand=";
    List<String> flags = new ArrayList<>();
    CompilerHints.addCompilerHints(flags);
    Stream<String> ofBlackholes =
        flags.stream()
            .filter(flag -> flag.startsWith(option))
            .map(flag -> flag.substring(option.length()));
    return Stream.concat(CompilerHints.defaultList().get().stream().sorted(), ofBlackholes)
        .toList();
  }

  private static String content(Path file) {
    try {
      return Files.isReadable(file) ? Files.readString(file).strip() : "";
    } catch (IOException e) {
      return "";
    }
  }
}
