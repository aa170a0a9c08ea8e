// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.process.LogFolder;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.DecisionChange;
import dev.ashlar.jit.Finding;
import dev.ashlar.lab.statistics.StoppingRule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Stack;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Options of a command that runs another command with and without a change to one of HotSpot's
/// decisions.
final class WhatIf {
  /// All words after `--` are the command.
  static final String DELIMITER = "--";

  private static final int[] LOOKS = {4, 6, 9, 12, 16, 24};
  private static final int FEWEST = 2;

  static final class Rest implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> words, ArgSpec argument, CommandSpec command) {
      List<String> rest = new ArrayList<>();
      while (!words.isEmpty()) {
        rest.add(words.pop());
      }
      argument.setValue(rest);
    }
  }

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "the largest number of rounds, of two runs each; there are fewer if the effect is clear"
              + " earlier (default: ${DEFAULT-VALUE})",
      defaultValue = "12")
  private int rounds = 12;

  @Option(
      names = "--jmh",
      description = "if the command is JMH: compare its scores instead of the command's times")
  private boolean jmh;

  @Option(
      names = "--rate",
      paramLabel = "REGEX",
      description =
          "if the command does not end: compare the rates that it prints. Group 1 is the rate, as in"
              + " 'requests/s: ([0-9.]+)'; without a group, the rate is the number of matching lines"
              + " per second. Each run is ended after --warmup and --sample")
  private @Nullable Pattern rate;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      description =
          "with --rate: the time of each run before the sample (default: ${DEFAULT-VALUE})",
      defaultValue = "20")
  private int warmUpSeconds = 20;

  @Option(
      names = "--sample",
      paramLabel = "SECONDS",
      description = "with --rate: the duration of each sample (default: ${DEFAULT-VALUE})",
      defaultValue = "20")
  private int sampleSeconds = 20;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "the folder for runs, each with a folder of its logs (default: ${DEFAULT-VALUE})",
      defaultValue = LogFolder.DEFAULT)
  private Path folder = Path.of(LogFolder.DEFAULT);

  @Option(
      names = DELIMITER,
      paramLabel = "COMMAND",
      description =
          "the command and its arguments; without --rate it must end by itself with exit code 0",
      parameterConsumer = Rest.class)
  private List<String> command = List.of();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /// Lets a command accept `--` as an option.
  static void takeDelimiter(CommandSpec spec) {
    spec.parser().endOfOptionsDelimiter("\0");
  }

  boolean hasCommand() {
    return !command.isEmpty();
  }

  /// Fails with wrong usage if there is no command, or if there are too few rounds.
  void requireCommand() {
    if (command.isEmpty()) {
      throw wrongUsage("give the command behind --, as in: -- java -jar app.jar");
    }
    if (rate != null && jmh) {
      throw wrongUsage("--rate and --jmh exclude each other");
    }
    if (warmUpSeconds < 0 || sampleSeconds < 1) {
      throw wrongUsage("--warmup must be 0 or more, and --sample 1 or more");
    }
    if (rounds < FEWEST) {
      throw wrongUsage("--rounds must be " + FEWEST + " or more, not " + rounds);
    }
  }

  /// {@return the effect of removing a finding, in lines}
  List<String> effectsOf(Finding finding, CompilationLog log, JitOutput output) throws IOException {
    Optional<DecisionChange> change = DecisionChange.of(finding);
    if (change.isEmpty()) {
      return List.of("not verified: no flag of HotSpot changes this decision");
    }
    List<String> lines = new ArrayList<>(List.of("change: " + change.get().words()));
    LogFolder logs = LogFolder.create(folder);
    try {
      if (isMade(change.get(), finding, log, logs, output)) {
        lines.addAll(effects(change.get(), logs, output));
      } else {
        lines.add("not verified: with it, HotSpot decided the same in this command");
      }
    } finally {
      output.err().println(logs.kept());
    }
    return lines;
  }

  /// {@return the effect of a change, in lines}
  List<String> effectsOf(DecisionChange change, JitOutput output) throws IOException {
    LogFolder logs = LogFolder.create(folder);
    try {
      return effects(change, logs, output);
    } finally {
      output.err().println(logs.kept());
    }
  }

  /// Runs the command once, not timed, with the change and with the log.
  private boolean isMade(
      DecisionChange change,
      Finding finding,
      CompilationLog before,
      LogFolder logs,
      JitOutput output)
      throws IOException {
    List<String> flags = new ArrayList<>(logs.logFlags());
    flags.addAll(change.flags());
    runs(logs, output).run(flags, () -> {});
    boolean made = false;
    for (Path file : logs.logs()) {
      CompilationLog after = output.readIfLog(file);
      made |= after != null && DecisionChange.isEffective(finding, before, after);
    }
    return made;
  }

  private List<String> effects(DecisionChange change, LogFolder logs, JitOutput output)
      throws IOException {
    int[] looks =
        IntStream.concat(Arrays.stream(LOOKS).filter(look -> look < rounds), IntStream.of(rounds))
            .toArray();
    return runs(logs, output)
        .compare(
            change.flags(), new StoppingRule(looks), known -> output.print(stopped(change, known)))
        .stream()
        .map(PairedRuns.Effect::words)
        .toList();
  }

  /// {@return the effects measured until the command was stopped, as text}
  private static String stopped(DecisionChange change, List<PairedRuns.Effect> known) {
    if (known.isEmpty()) {
      return "stopped in the first round of " + change.words() + ": nothing is known\n";
    }
    StringBuilder text = new StringBuilder("stopped: ").append(change.words()).append('\n');
    known.forEach(effect -> text.append("  ").append(effect.words()).append('\n'));
    return text.append(
            "  If you stopped because of the result, the true interval is wider than that.\n")
        .toString();
  }

  private PairedRuns runs(LogFolder logs, JitOutput output) {
    Optional<RateLine> sampled =
        Optional.ofNullable(rate)
            .map(line ->
                new RateLine(
                    line, Duration.ofSeconds(warmUpSeconds), Duration.ofSeconds(sampleSeconds)));
    return new PairedRuns(command, jmh, sampled, logs.path(), output.err());
  }

  private ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
