// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.results;

import java.util.List;
import java.util.Locale;

/// The measurements and the conditions of one run of the lab. It is the content of `results.json`.
///
/// @param schema version of the layout; [#SCHEMA] in files that this class writes
/// @param mode `default`, `quick` or `full`
/// @param jdk version of the measured JVM, as in `25.0.3+9`
/// @param vm name and vendor of the measured JVM
/// @param os name, version and architecture of the operating system
/// @param cpu model name of the processor
/// @param cores processors the JVM may use
/// @param collector garbage collector of the measured JVMs
/// @param vmFlags flags common to all measured JVMs
/// @param started start of the run, ISO-8601 with offset
/// @param complete false if the run was interrupted
/// @param conditions other conditions of the machine that affect the figures
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

  public static final int SCHEMA = 3;

  /// The contender with which all others are compared. The names of its variants begin with this.
  public static final String SUBJECT = "ashlar";

  /// The confidence level of all intervals: of rows, of comparisons, and of differences between
  /// runs.
  public static final double CONFIDENCE = 0.95;

  public LabRun {
    vmFlags = List.copyOf(vmFlags);
    experiments = List.copyOf(experiments);
  }

  /// Conditions that affect the figures and may differ between runs. A value that the system does
  /// not report is empty or NaN.
  ///
  /// @param governor frequency governor of the processors
  /// @param turbo `on` or `off`
  /// @param loadBefore load average before the first round
  /// @param loadDuring mean load average from the first round to the last, including the lab's own
  ///   load
  /// @param steal share of the processors' time that the hypervisor gave to others, 0 to 1
  /// @param compileCommands compiler commands used in all measured JVMs, including those of JMH
  /// @param seed seed of the order of contenders within each round
  /// @param warnings problems of the machine, which were reported before the run
  public record Conditions(
      String governor,
      String turbo,
      double loadBefore,
      double loadDuring,
      double steal,
      List<String> compileCommands,
      long seed,
      List<String> warnings) {

    /// Conditions of which nothing is known.
    public static final Conditions UNKNOWN =
        new Conditions("", "", Double.NaN, Double.NaN, Double.NaN, List.of(), 0, List.of());

    public Conditions {
      compileCommands = List.copyOf(compileCommands);
      warnings = List.copyOf(warnings);
    }
  }

  /// One experiment: its question and its results.
  ///
  /// @param seconds wall-clock time of the experiment
  /// @param cases every case that has a row, in reading order
  /// @param contenders every contender that has a row, in reading order
  /// @param rows the measured rows
  /// @param comparisons the comparisons that follow from the rows; the only source of verdicts
  /// @param skipped the pairs that were not measured, with the reason
  /// @param failed the pairs whose measurement failed, with the reason
  /// @param series series of figures, each of which is a result
  /// @param evidence the decisions of the compiler about the calls that matter
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

    /// Creates an experiment that has neither series nor evidence.
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

  /// A case, with the family whose chart it belongs to.
  ///
  /// @param losses the known reasons why the subject is slower than a rival
  public record Case(String name, String family, String description, List<Loss> losses) {

    public Case {
      losses = List.copyOf(losses);
    }

    /// Creates a case without known losses.
    public Case(String name, String family, String description) {
      this(name, family, description, List.of());
    }

    /// {@return the known reason why the subject is slower than this rival; empty if there is none}
    public String reason(String rival) {
      return losses.stream()
          .filter(loss -> loss.rival().equals(rival))
          .map(Loss::reason)
          .findFirst()
          .orElse("");
    }
  }

  /// A known reason why the subject is slower than a rival.
  ///
  /// @param reason the end of a sentence, with the page about it in parentheses
  public record Loss(String rival, String reason) {}

  /// A contender, with a sentence about what it does.
  public record Contender(String name, String description, Kind kind) {

    /// Creates a contender whose kind follows from its name.
    public Contender(String name, String description) {
      this(name, description, Kind.of(name));
    }
  }

  /// The role of a contender in a comparison.
  public enum Kind {
    /// The subject or one of its variants.
    ASHLAR,
    /// A rival that a program has without Ashlar: no flag that opens the JDK's internals, no Unsafe
    /// and no other library.
    JDK,
    /// A rival that uses Unsafe.
    UNSAFE,
    /// A rival that is another library.
    LIBRARY,
    /// A limit, as C shows it, or what needs a flag that opens the JDK's internals. It is not a
    /// rival, and it is no loss to be slower.
    LIMIT,
    /// Another way that does less than the subject. It is not a rival.
    LESS_WORK,
    /// The harness without any work.
    CONTROL;

    /// The kinds with which the subject is compared, each with a verdict of its own.
    public static final List<Kind> RIVALS = List.of(JDK, UNSAFE, LIBRARY);

    /// {@return the kind of a contender that nothing but its name is known of}
    public static Kind of(String contender) {
      return isSubject(contender)
          ? ASHLAR
          : contender.endsWith("unsafe") ? UNSAFE : contender.startsWith("jdk") ? JDK : LIBRARY;
    }

    public boolean isRival() {
      return RIVALS.contains(this);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /// One measured pair of case and contender. Lower scores are better.
  ///
  /// @param score mean of the forks' scores; the score of a fork is in `rounds`
  /// @param error half of the score's 95 % confidence interval over forks, in `unit`; NaN with one
  ///   fork
  /// @param bytesPerOp bytes allocated per operation
  /// @param forks number of JVMs that measured this row
  /// @param iterations number of measured iterations in each fork
  /// @param flags JVM flags that this contender needs in addition to the common ones
  /// @param rounds the measurements of each fork
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

    /// Creates a row without rounds.
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

  /// The measurements of one fork of a row. In each round, each contender of the case has one fork.
  ///
  /// @param round the number of the round within the case, from zero
  /// @param position the position of the fork in the order of the round, from zero
  /// @param score the fork's score, in the row's unit, from its undisturbed iterations
  /// @param iterations the score of each measured iteration, in the row's unit
  /// @param disturbed the numbers of the iterations that other JVMs of the round disturbed, from
  ///   zero
  /// @param bytesPerOp bytes allocated per operation
  /// @param compiledDuring whether HotSpot compiled while iterations were measured
  public record Round(
      int round,
      int position,
      double score,
      List<Double> iterations,
      List<Integer> disturbed,
      double bytesPerOp,
      boolean compiledDuring) {

    public Round {
      iterations = List.copyOf(iterations);
      disturbed = List.copyOf(disturbed);
    }

    /// Creates a fork whose score is the mean of its iterations.
    public Round(
        int round,
        int position,
        List<Double> iterations,
        double bytesPerOp,
        boolean compiledDuring) {
      this(
          round,
          position,
          iterations.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN),
          iterations,
          List.of(),
          bytesPerOp,
          compiledDuring);
    }
  }

  /// The comparison of two contenders of a case, round by round.
  ///
  /// @param ratio score of the rival divided by score of the contender: above 1 the contender is
  ///   faster
  /// @param low the lower bound of the ratio's interval; NaN with fewer than two rounds
  /// @param high the upper bound; NaN with fewer than two rounds
  /// @param confidence the confidence of the interval, corrected for all interim analyses together
  /// @param rounds the number of rounds from which the interval is computed
  /// @param verdict the verdict on the contender
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

  /// The meaning of an interval of ratios. [#of] has the rule; the lab's `Comparison` and `RunDiff`
  /// compute the interval and apply the rule.
  public enum Verdict {
    /// The interval is above 1, and not level.
    FASTER("faster"),
    /// The interval lies within ± 5 %.
    LEVEL("level"),
    /// The interval lies within 0.8 and 1.25, and is none of the others.
    ABOUT_LEVEL("about level"),
    /// The interval is below 1, and not level.
    SLOWER("slower"),
    /// Anything else, and whatever one fork says.
    UNDECIDED("undecided");

    private static final double LEVEL_FACTOR = 1.05;
    private static final double ABOUT_LEVEL_FACTOR = 1.25;

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    /// {@return the verdict of an interval, whose bounds are NaN if it is unknown}
    public static Verdict of(double low, double high) {
      if (isWithin(LEVEL_FACTOR, low, high)) {
        return LEVEL;
      }
      if (low > 1) {
        return FASTER;
      }
      if (high < 1) {
        return SLOWER;
      }
      return isWithin(ABOUT_LEVEL_FACTOR, low, high) ? ABOUT_LEVEL : UNDECIDED;
    }

    private static boolean isWithin(double factor, double low, double high) {
      return low >= 1 / factor && high <= factor;
    }

    /// {@return whether more rounds would not say more}
    public boolean isDecided() {
      return this == FASTER || this == LEVEL || this == SLOWER;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /// Returns whether a contender is the subject or a variant of it.
  public static boolean isSubject(String contender) {
    return contender.equals(SUBJECT) || contender.startsWith(SUBJECT + "-");
  }

  /// Successive values of a contender of a case, for example of each pass over a store.
  ///
  /// @param name the meaning of the values; contenders of a case with the same name share a chart
  /// @param unit the unit of the values
  public record Series(
      String caseName, String contender, String name, String unit, List<Double> values) {
    public Series {
      values = List.copyOf(values);
    }
  }

  /// A pair that has no row; `*` stands for all cases or all contenders.
  public record Omission(String caseName, String contender, String why) {}

  /// The compilation by C2 of the method that does a contender's work, with its calls. It comes
  /// from a separate JVM, which was not timed but logged its compilers' decisions.
  ///
  /// @param method class and method, as in `SegmentDecoder::decode`
  /// @param calls the calls, in the order of the bytecode
  /// @param loops the method's loops in machine code; empty unless the experiment asks for them
  /// @param note the reason why there are no calls; empty if there are some
  /// @param loopNote the reason why there are no loops; empty if there are some, or if they were
  ///   not asked for
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

    /// Creates evidence about calls only.
    public Evidence(
        String caseName, String contender, String method, List<Call> calls, String note) {
      this(caseName, contender, method, calls, note, List.of(), "");
    }
  }

  /// A loop in machine code.
  ///
  /// @param summary a sentence about the checks in it and before it, its vectors, spills and calls
  /// @param decodedBy the disassembler
  /// @param instructions the instructions without those of inner loops, each with its purpose
  public record Loop(String summary, String decodedBy, List<String> instructions) {
    public Loop {
      instructions = List.copyOf(instructions);
    }
  }

  /// A call in compiled code.
  ///
  /// @param bci bytecode index of the call
  /// @param outcome `inlined`, `intrinsic`, `virtual call`, or HotSpot's reason for not inlining
  /// @param inlined the number of methods that are inlined in the callee
  /// @param intrinsics the number of calls in the callee that are intrinsics
  /// @param receivers the receiver types in the profile, if the target depends on the receiver
  /// @param remaining the frequent calls in the callee that are not inlined
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

  /// A receiver type and its share of the calls, between 0 and 1.
  ///
  /// @param type empty for the types that HotSpot counts together, without their names
  public record Share(String type, double share) {}
}
