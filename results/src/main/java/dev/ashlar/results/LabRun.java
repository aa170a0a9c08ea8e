// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.results;

import java.util.List;
import java.util.Locale;

/// What one run of the lab measured, and on what: the content of `results.json`.
///
/// @param schema version of this layout, [#SCHEMA] for what this class writes
/// @param mode `default`, `quick` or `full`
/// @param jdk version of the measured JVM, as in `25.0.3+9`
/// @param vm name and vendor of the measured JVM
/// @param os name, version and architecture of the operating system
/// @param cpu model name of the processor
/// @param cores processors the JVM may use
/// @param collector garbage collector of the measured JVMs
/// @param vmFlags flags common to all measured JVMs
/// @param started start of the run, ISO-8601 with offset
/// @param complete false when the run was interrupted
/// @param conditions what else on the machine bears on the figures
public record LabRun(
    int schema,
    String mode,
    String jdk,
    String vm,
    String os,
    String cpu,
    int cores,
    String collector,
    List<String> vmFlags,
    String started,
    boolean complete,
    Conditions conditions,
    List<Experiment> experiments) {

  public static final int SCHEMA = 2;

  /// The contender all others are compared with, and the prefix of its variants' names.
  public static final String SUBJECT = "ashlar";

  /// The confidence of every interval: rows, comparisons and differences between runs.
  public static final double CONFIDENCE = 0.95;

  public LabRun {
    vmFlags = List.copyOf(vmFlags);
    experiments = List.copyOf(experiments);
  }

  /// What bears on the figures and may be another from run to run. What the system does not tell is
  /// empty or NaN.
  ///
  /// @param governor frequency governor of the processors
  /// @param turbo `on` or `off`
  /// @param loadBefore load average before the first round
  /// @param loadDuring mean load average from the first round to the last, the lab included
  /// @param steal share of the processors' time that the hypervisor gave to others, 0 to 1
  /// @param compileCommands compiler commands in force in every measured JVM, JMH's own included
  /// @param seed of the order of rivals within each round
  /// @param warnings what was wrong with the machine, as told before the run
  public record Conditions(
      String governor,
      String turbo,
      double loadBefore,
      double loadDuring,
      double steal,
      List<String> compileCommands,
      long seed,
      List<String> warnings) {

    /// Nothing is known.
    public static final Conditions UNKNOWN =
        new Conditions("", "", Double.NaN, Double.NaN, Double.NaN, List.of(), 0, List.of());

    public Conditions {
      compileCommands = List.copyOf(compileCommands);
      warnings = List.copyOf(warnings);
    }
  }

  /// One experiment: its question, what it times and what came out.
  ///
  /// @param seconds wall-clock time the experiment took
  /// @param cases every case that has a row, in reading order
  /// @param contenders every contender that has a row, in reading order
  /// @param rows what was measured
  /// @param comparisons what follows from it; the only source of verdicts
  /// @param skipped what was not measured, and why
  /// @param failed what was tried and went wrong, and how
  /// @param series figures of which each counts
  /// @param evidence what the compiler made of the calls that matter
  public record Experiment(
      String name,
      String title,
      String question,
      double seconds,
      List<Case> cases,
      List<Contender> contenders,
      List<Row> rows,
      List<Comparison> comparisons,
      List<Omission> skipped,
      List<Omission> failed,
      List<Series> series,
      List<Evidence> evidence) {

    public Experiment {
      cases = List.copyOf(cases);
      contenders = List.copyOf(contenders);
      rows = List.copyOf(rows);
      comparisons = List.copyOf(comparisons);
      skipped = List.copyOf(skipped);
      failed = List.copyOf(failed);
      series = List.copyOf(series);
      evidence = List.copyOf(evidence);
    }

    /// An experiment that has neither series nor evidence.
    public Experiment(
        String name,
        String title,
        String question,
        double seconds,
        List<Case> cases,
        List<Contender> contenders,
        List<Row> rows,
        List<Comparison> comparisons,
        List<Omission> skipped,
        List<Omission> failed) {
      this(
          name,
          title,
          question,
          seconds,
          cases,
          contenders,
          rows,
          comparisons,
          skipped,
          failed,
          List.of(),
          List.of());
    }
  }

  /// A case, and the family whose chart it belongs to.
  public record Case(String name, String family, String description) {}

  /// A contender, and in a sentence what it does.
  public record Contender(String name, String description, Kind kind) {

    /// The subject, a variant of it, or a rival, by its name.
    public Contender(String name, String description) {
      this(name, description, isSubject(name) ? Kind.ASHLAR : Kind.RIVAL);
    }
  }

  /// What a contender is in a comparison.
  public enum Kind {
    /// The subject or one of its variants.
    ASHLAR,
    /// Another way for a Java program to do the work.
    RIVAL,
    /// What the machine can do at best, as C shows it: no rival, and no loss to be behind it.
    LIMIT,
    /// The harness without any work.
    CONTROL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// One measured pair of case and contender. Lower scores are better.
  ///
  /// @param score mean of the forks' scores, of which each is the mean of its iterations
  /// @param error half of the score's 95 % confidence interval over forks, in `unit`; NaN with one
  ///   fork
  /// @param bytesPerOp bytes allocated per operation
  /// @param forks JVMs that measured this row
  /// @param iterations measured iterations in each of them
  /// @param flags JVM flags this contender needs beyond the common ones
  /// @param rounds what each fork measured
  public record Row(
      String caseName,
      String contender,
      double score,
      double error,
      String unit,
      double bytesPerOp,
      int forks,
      int iterations,
      List<String> flags,
      List<Round> rounds) {

    public Row {
      flags = List.copyOf(flags);
      rounds = List.copyOf(rounds);
    }

    /// A row whose rounds are not known.
    public Row(
        String caseName,
        String contender,
        double score,
        double error,
        String unit,
        double bytesPerOp,
        int forks,
        int iterations,
        List<String> flags) {
      this(
          caseName, contender, score, error, unit, bytesPerOp, forks, iterations, flags, List.of());
    }
  }

  /// What one fork of a row measured. In a round each contender of the case has one fork.
  ///
  /// @param round counted from zero over the case
  /// @param position the fork's place in the order of the round, from zero
  /// @param iterations score of each measured iteration, in the row's unit
  /// @param bytesPerOp bytes allocated per operation
  /// @param compiledDuring whether HotSpot compiled while an iteration was measured
  public record Round(
      int round, int position, List<Double> iterations, double bytesPerOp, boolean compiledDuring) {

    public Round {
      iterations = List.copyOf(iterations);
    }

    /// {@return the fork's score: the mean of its iterations; NaN without any}
    public double score() {
      return iterations.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }
  }

  /// Two contenders of a case, compared within rounds.
  ///
  /// @param ratio score of the rival divided by that of the contender: above 1 the contender is
  ///   faster
  /// @param low lower bound of the ratio's interval; NaN with fewer than two rounds
  /// @param high upper bound, likewise
  /// @param confidence of the interval, over all looks together
  /// @param rounds rounds that the interval is made of
  /// @param verdict about the contender
  public record Comparison(
      String caseName,
      String contender,
      String rival,
      double ratio,
      double low,
      double high,
      double confidence,
      int rounds,
      Verdict verdict) {}

  /// What an interval of ratios says.
  public enum Verdict {
    /// The interval is above 1, and not level.
    FASTER("faster"),
    /// The interval is below 1, and not level.
    SLOWER("slower"),
    /// The interval lies within ± 5 %.
    LEVEL("level"),
    /// Anything wider, and whatever one fork says.
    TOO_NOISY("too noisy to tell");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /// True for the subject and its variants.
  public static boolean isSubject(String contender) {
    return contender.equals(SUBJECT) || contender.startsWith(SUBJECT + "-");
  }

  /// What a contender of a case showed one after another, as with every pass over a store.
  ///
  /// @param name what the values are; contenders of a case that have it in common share a chart
  /// @param unit what the values are given in
  public record Series(
      String caseName, String contender, String name, String unit, List<Double> values) {
    public Series {
      values = List.copyOf(values);
    }
  }

  /// A pair that has no row; `*` stands for every case or every contender.
  public record Omission(String caseName, String contender, String why) {}

  /// What C2 made of the calls in the method that does a contender's work, in a JVM that was not
  /// timed but wrote down its compilers' decisions.
  ///
  /// @param method class and method, as `SegmentDecoder::decode`
  /// @param calls in the order of the bytecode
  /// @param loops the method's loops in machine code; empty unless the experiment asks for them
  /// @param note why there are no calls; empty if there are
  /// @param loopNote why there are no loops; empty if there are, or if nobody asked
  public record Evidence(
      String caseName,
      String contender,
      String method,
      List<Call> calls,
      String note,
      List<Loop> loops,
      String loopNote) {

    public Evidence {
      calls = List.copyOf(calls);
      loops = List.copyOf(loops);
    }

    /// Evidence about calls only.
    public Evidence(
        String caseName, String contender, String method, List<Call> calls, String note) {
      this(caseName, contender, method, calls, note, List.of(), "");
    }
  }

  /// A loop in machine code.
  ///
  /// @param summary the checks in it and before it, its vectors, spills and calls, in a sentence
  /// @param decodedBy the disassembler
  /// @param instructions without those of inner loops, each with what it is for
  public record Loop(String summary, String decodedBy, List<String> instructions) {
    public Loop {
      instructions = List.copyOf(instructions);
    }
  }

  /// A call as it was compiled.
  ///
  /// @param bci index of the instruction
  /// @param outcome `inlined`, `intrinsic`, `virtual call`, or HotSpot's reason to leave a call
  /// @param inlined methods that are inlined in it
  /// @param intrinsics calls in it that were replaced by instructions
  /// @param receivers the classes seen, where the class decides what runs
  /// @param remaining calls in it that remain and are made often
  public record Call(
      int bci,
      String callee,
      String outcome,
      int inlined,
      int intrinsics,
      List<Share> receivers,
      List<Call> remaining) {

    public Call {
      receivers = List.copyOf(receivers);
      remaining = List.copyOf(remaining);
    }
  }

  /// A class and its share of the calls, between 0 and 1.
  ///
  /// @param type empty for the classes that HotSpot counts together, without their names
  public record Share(String type, double share) {}
}
