// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import dev.ashlar.cli.build.DuckDbInstallation;
import dev.ashlar.cli.build.StoreJars;
import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.ShellWord;
import dev.ashlar.cli.console.TerminalStyle;
import dev.ashlar.lab.Experiments;
import dev.ashlar.lab.Lab;
import dev.ashlar.lab.LabOptions;
import dev.ashlar.lab.Pieces;
import dev.ashlar.lab.engines.DuckDbLocation;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.machine.RunLock;
import dev.ashlar.lab.stores.Peers;
import dev.ashlar.report.lab.LabSummary;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "lab",
    description = {
      "Measures Ashlar side by side with what people use today, on this machine.",
      "",
      "A case is a kind of input, a contender a way to do the work; --list shows them all. Without"
          + " options, one case answers each experiment's question: about seven minutes on two"
          + " cores.",
      "",
      "A case has rounds. In each, every contender is timed in a JVM of its own, in random order."
          + " Rounds go on until the ratios are clear, up to a maximum.",
      "",
      "Verdicts are about Ashlar, against the best way of the JDK, against Unsafe, and against the"
          + " best other library: 'faster' and 'slower' are intervals that exclude 1, 'level' lies"
          + " within 5 %% of 1, 'about level' within 0.8 and 1.25, anything wider is 'undecided'.",
      "",
      "Prints a line after each case, and all verdicts at the end. Writes"
          + " index.html, results.json, jmh.json (for JMH's viewers) and lab.log (what JMH printed)"
          + " to the folder of the results."
    },
    subcommands = LabDiffCommand.class,
    sortOptions = false)
public final class LabCommand extends CliCommand {
  @Parameters(
      paramLabel = "EXPERIMENT",
      arity = "0..*",
      description = "what to run, as in 'strings'; everything when none is named")
  private List<String> experiments = new ArrayList<>();

  @Option(
      names = "--quick",
      description =
          "every pair whose ratio is promised: about an hour; says how long before it begins")
  private boolean quick;

  @Option(
      names = "--full",
      description =
          "every case with every contender, in longer runs: half a day. Ctrl-C stops it, --resume goes on")
  private boolean full;

  @Option(
      names = "--resume",
      description = "with --full: go on with the run that was stopped in the folder of the results")
  private boolean resume;

  @Option(
      names = "--case",
      paramLabel = "GLOB",
      description =
          "only these cases, as in 'latin1*', with all their contenders unless --contender names"
              + " some; also what the mode leaves out")
  private @Nullable String cases;

  @Option(
      names = "--contender",
      paramLabel = "GLOB",
      description =
          "only these contenders, as in '{ashlar,otel-*}', in all their cases unless --case names"
              + " some; also what the mode leaves out")
  private @Nullable String contenders;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description =
          "exactly so many rounds, each with a JVM for every contender; one is enough to see that"
              + " all runs, and gives no verdict")
  private @Nullable Integer forks;

  @Mixin private MeasuringOptions measuring = new MeasuringOptions();

  @Option(
      names = "--load",
      paramLabel = "SHARE",
      description =
          "makes noise: a process keeps one core busy for this share of the time, as in 0.5; shows"
              + " what the verdicts are worth on a busy machine")
  private double load;

  @Option(
      names = "--verbose",
      description = "print a table and a sentence for each case, and what each experiment is about")
  private boolean verbose;

  @Option(
      names = "--prof",
      paramLabel = "NAME",
      description =
          "a profiler of JMH in every measured JVM, as in 'gc' or 'perfasm:hotThreshold=0.1'; it"
              + " prints to lab.log. May be given several times")
  private List<String> profilers = new ArrayList<>();

  @Option(
      names = "--text",
      paramLabel = "FILE",
      description = "adds a case 'text' to 'strings', in every mode: the lines of this UTF-8 file")
  private @Nullable Path text;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the results (default: ${DEFAULT-VALUE})",
      defaultValue = "ashlar-report")
  private Path out = Path.of("ashlar-report");

  @Option(names = "--json", paramLabel = "FILE", description = "a copy of results.json")
  private @Nullable Path json;

  @Option(
      names = "--list",
      description =
          "show experiments, cases and contenders, and run nothing; [default] and [quick] mark what"
              + " the default run and --quick time. A contender so marked takes part in at least"
              + " one case")
  private boolean list;

  @Override
  public Integer call() throws IOException {
    if (quick && full) {
      throw LabException.wrongUsage("--quick and --full exclude each other");
    }
    if (forks != null && forks < 1) {
      throw LabException.wrongUsage("--forks is at least 1, not " + forks);
    }
    if (!(load >= 0 && load <= 1)) {
      throw LabException.wrongUsage("--load is a share between 0 and 1, not " + load);
    }
    if (resume && !full) {
      throw LabException.wrongUsage("--resume goes on with a --full run: give both");
    }
    if (list) {
      list(out());
      return ExitCode.OK;
    }
    LabOptions options =
        new LabOptions(
            experiments,
            mode(),
            Optional.ofNullable(cases),
            Optional.ofNullable(contenders),
            Optional.ofNullable(text),
            forks == null ? OptionalInt.empty() : OptionalInt.of(forks),
            measuring.jdk(),
            profilers,
            load);
    provideDuckDb(err());
    provideStores(err());
    PrintWriter terminal = out();
    LabProgress progress = new LabProgress(terminal, options, verbose);
    Lab lab = new Lab(options, new SecureRandom().nextInt(Integer.MAX_VALUE), progress);
    LabOutput output = LabOutput.prepare(out, Optional.ofNullable(json));
    try (RunLock _ = measuring.acquire();
        PrintStream log = output.openLog(resume);
        Interruption interruption = Interruption.arm(lab, output, progress, goOn())) {
      Optional<Pieces> pieces = pieces(lab);
      LabRun run = lab.run(log, pieces);
      if (interruption.isUnderWay()) {
        return Interruption.EXIT_CODE;
      }
      output.write(run, lab.jmhJson());
      pieces.ifPresent(Pieces::delete);
      terminal.print(LabSummary.of(run, TerminalStyle.of()));
      terminal.printf("%nReport: %s%n", output.page());
      terminal.flush();
      return run.experiments().stream().allMatch(e -> e.failed().isEmpty())
          ? ExitCode.OK
          : ExitCode.SOFTWARE;
    } finally {
      progress.close();
    }
  }

  /// It is fetched for a run that is to have its experiment. The default run, which has all of
  /// them, takes it if it is there.
  private void provideDuckDb(PrintWriter messages) {
    if (DuckDbLocation.isKnown()) {
      return;
    }
    try {
      DuckDbInstallation.library(isWanted("engines"), messages)
          .ifPresent(library -> System.setProperty(DuckDbLocation.PROPERTY, library.toString()));
    } catch (IOException cannot) {
      messages.printf("ashlar: %s%n", cannot.getMessage());
      messages.flush();
    }
  }

  /// Likewise, for the stores.
  private void provideStores(PrintWriter messages) {
    if (isWanted("stores") && System.getProperty(Peers.PROPERTY) == null) {
      String jars = StoreJars.classPath(messages);
      if (!jars.isEmpty()) {
        System.setProperty(Peers.PROPERTY, jars);
      }
    }
  }

  private boolean isWanted(String experiment) {
    return experiments.isEmpty() ? mode() != Mode.DEFAULT : experiments.contains(experiment);
  }

  private Optional<Pieces> pieces(Lab lab) {
    return !full
        ? Optional.empty()
        : Optional.of(
            resume ? Pieces.resume(out, lab.identity()) : Pieces.begin(out, lab.identity()));
  }

  /// {@return the command that goes on with this run when it is stopped; empty if none does}
  private Optional<String> goOn() {
    if (!full) {
      return Optional.empty();
    }
    List<String> words = new ArrayList<>(List.of("ashlar", "lab", "--full", "--resume"));
    add(words, "--out", out);
    add(words, "--case", cases);
    add(words, "--contender", contenders);
    add(words, "--forks", forks);
    add(words, "--jdk", measuring.jdk().orElse(null));
    add(words, "--load", load > 0 ? load : null);
    profilers.forEach(profiler -> add(words, "--prof", profiler));
    add(words, "--text", text);
    words.addAll(experiments);
    return Optional.of(String.join(" ", words));
  }

  private static void add(List<String> words, String option, @Nullable Object value) {
    if (value != null) {
      words.add(option);
      words.add(ShellWord.of(value.toString()));
    }
  }

  private Mode mode() {
    return full ? Mode.FULL : quick ? Mode.QUICK : Mode.DEFAULT;
  }

  private void list(PrintWriter terminal) {
    for (Experiment experiment :
        Experiments.named(experiments, mode(), Optional.ofNullable(text))) {
      terminal.printf("%s: %s%n", experiment.name(), experiment.title());
      terminal.println("  cases");
      experiment
          .cases()
          .forEach(c ->
              terminal.printf(
                  "    %-24s %s%s%n",
                  c.name(), c.description(), marks(experiment, c::equals, _ -> true)));
      terminal.println("  contenders");
      experiment
          .contenders()
          .forEach(c ->
              terminal.printf(
                  "    %-24s %s%s%s%n",
                  c.name(),
                  c.description(),
                  marks(experiment, _ -> true, c::equals),
                  needs(experiment, c)));
    }
    terminal.flush();
  }

  /// {@return the JVM flags that a contender needs in all of its cases}
  private static String needs(Experiment experiment, Contender contender) {
    return experiment.cases().stream()
        .filter(c -> experiment.applies(c, contender))
        .map(c -> experiment.flags(c, contender))
        .reduce((some, others) -> some.stream().filter(others::contains).toList())
        .filter(flags -> !flags.isEmpty())
        .map(flags -> " (needs " + String.join(" ", flags) + ")")
        .orElse("");
  }

  /// {@return which modes time one of these pairs}
  private static String marks(
      Experiment experiment, Predicate<Case> cases, Predicate<Contender> contenders) {
    StringBuilder marks = new StringBuilder();
    for (Mode mode : List.of(Mode.DEFAULT, Mode.QUICK)) {
      boolean isTimed =
          experiment.cases().stream()
              .filter(cases)
              .anyMatch(c ->
                  experiment.contenders().stream()
                      .filter(contenders)
                      .anyMatch(contender ->
                          experiment.applies(c, contender)
                              && experiment.isTimed(mode, c, contender)));
      if (isTimed) {
        marks.append(" [").append(mode).append(']');
      }
    }
    return marks.toString();
  }
}
