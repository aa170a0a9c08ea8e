package dev.ashlar.lab;

import dev.ashlar.report.LabRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What the figures were measured on.
final class Machine {
  private Machine() {}

  static LabRun describe(
      Mode mode,
      List<String> vmFlags,
      String started,
      boolean complete,
      List<LabRun.Experiment> experiments) {
    return new LabRun(
        LabRun.SCHEMA,
        mode.toString(),
        Runtime.version().toString(),
        System.getProperty("java.vm.name") + ", " + System.getProperty("java.vendor"),
        "%s %s, %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch")),
        cpu(),
        Runtime.getRuntime().availableProcessors(),
        "G1",
        vmFlags,
        started,
        complete,
        LabRun.Conditions.UNKNOWN,
        experiments);
  }

  /// Linux names the model in a file, Windows in a variable; elsewhere the architecture must do.
  private static String cpu() {
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
}
