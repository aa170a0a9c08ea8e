package dev.ashlar.cli;

import dev.ashlar.lab.Experiment;
import dev.ashlar.lab.Experiments;
import dev.ashlar.lab.JvmFlags;
import dev.ashlar.lab.Lab;
import dev.ashlar.lab.LabException;
import dev.ashlar.lab.LabOptions;
import dev.ashlar.lab.Mode;
import dev.ashlar.report.LabRun;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar lab`: runs experiments, prints their tables, writes the report.
@Command(
    name = "lab",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Measures Ashlar side by side with what people use today, on this machine.",
      "",
      "A case is a kind of input, a contender a way to do the work; --list shows them all."
          + " Each pair of them is timed in JVMs of its own.",
      "",
      "Prints a table for each case and writes index.html, results.json and lab.log (what JMH"
          + " printed) to the folder of the results."
    },
    subcommands = LabDiffCommand.class,
    sortOptions = false)
final class LabCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "EXPERIMENT",
      arity = "0..*",
      description = "what to run, as in 'strings'; everything when none is named")
  private List<String> experiments = new ArrayList<>();

  @Option(
      names = "--quick",
      description =
          "the most telling pairs of case and contender, in short runs: about 90 seconds an"
              + " experiment, five minutes for records (the default)")
  private boolean quick;

  @Option(names = "--full", description = "every case with every contender, in long runs: hours")
  private boolean full;

  @Option(
      names = "--case",
      paramLabel = "GLOB",
      description = "only these cases, as in 'latin1*'; also those that --quick leaves out")
  private @Nullable String cases;

  @Option(
      names = "--contender",
      paramLabel = "GLOB",
      description =
          "only these contenders, as in '{ashlar,otel-*}'; also those that --quick leaves out")
  private @Nullable String contenders;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description =
          "how many JVMs measure each pair of case and contender; one is enough to see that all"
              + " runs, and too few to compare by")
  private @Nullable Integer forks;

  @Option(
      names = "--text",
      paramLabel = "FILE",
      description = "adds a case to 'strings': the lines of this UTF-8 file")
  private @Nullable Path text;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the results (default: ${DEFAULT-VALUE})",
      defaultValue = "ashlar-report")
  private Path out = Path.of("ashlar-report");

  @Option(names = "--json", paramLabel = "FILE", description = "a copy of results.json")
  private @Nullable Path json;

  @Option(names = "--list", description = "show experiments, cases and contenders, and run nothing")
  private boolean list;

  @Override
  public Integer call() throws IOException {
    if (quick && full) {
      throw LabException.wrongUsage("--quick and --full exclude each other");
    }
    if (forks != null && forks < 1) {
      throw LabException.wrongUsage("--forks is at least 1, not " + forks);
    }
    if (list) {
      list(spec.commandLine().getOut());
      return ExitCode.OK;
    }
    LabOptions options =
        new LabOptions(
            experiments,
            mode(),
            Optional.ofNullable(cases),
            Optional.ofNullable(contenders),
            Optional.ofNullable(text),
            forks == null ? OptionalInt.empty() : OptionalInt.of(forks));
    PrintWriter terminal = spec.commandLine().getOut();
    LabProgress progress = new LabProgress(terminal);
    Lab lab = new Lab(options, progress);
    LabOutput output = LabOutput.prepare(out, Optional.ofNullable(json));
    JvmFlags.ofEnvironment(System.getenv()).forEach(this::warn);
    try (PrintStream log = output.openLog();
        Interruption interruption = Interruption.arm(lab, output, progress)) {
      LabRun run = lab.run(log);
      if (interruption.isUnderWay()) {
        return Interruption.EXIT_CODE;
      }
      output.write(run);
      terminal.printf("%nReport: %s%n", output.page());
      terminal.flush();
      return run.experiments().stream().allMatch(e -> e.failed().isEmpty())
          ? ExitCode.OK
          : ExitCode.SOFTWARE;
    } finally {
      progress.close();
    }
  }

  private void warn(String variable) {
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        "ashlar: %s adds flags to every measured JVM, and so changes the figures: %s%n",
        variable.substring(0, variable.indexOf('=')), variable);
    err.flush();
  }

  private Mode mode() {
    return full ? Mode.FULL : Mode.QUICK;
  }

  private void list(PrintWriter terminal) {
    for (Experiment experiment :
        Experiments.named(experiments, mode(), Optional.ofNullable(text))) {
      terminal.printf("%s: %s%n", experiment.name(), experiment.title());
      terminal.println("  cases");
      experiment.cases().forEach(c -> terminal.printf("    %-24s %s%n", c.name(), c.description()));
      terminal.println("  contenders");
      experiment
          .contenders()
          .forEach(c ->
              terminal.printf(
                  "    %-24s %s%s%n",
                  c.name(),
                  c.description(),
                  c.flags().isEmpty() ? "" : " (needs " + String.join(" ", c.flags()) + ")"));
    }
    terminal.flush();
  }
}
