package dev.ashlar.report;

import java.util.List;

/// What one run of the lab measured, and on what: the content of `results.json`.
///
/// @param schema version of this layout, [#SCHEMA] for what this class writes
/// @param mode `quick` or `full`
/// @param jdk version of the measured JVM, as in `25.0.3+9`
/// @param vm name and vendor of the measured JVM
/// @param os name, version and architecture of the operating system
/// @param cpu model name of the processor
/// @param cores processors the JVM may use
/// @param collector garbage collector of the measured JVMs
/// @param vmFlags flags common to all measured JVMs
/// @param started start of the run, ISO-8601 with offset
/// @param complete false when the run was interrupted
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
    List<Experiment> experiments) {

  public static final int SCHEMA = 1;

  /// The contender all others are compared with.
  public static final String SUBJECT = "ashlar";

  public LabRun {
    vmFlags = List.copyOf(vmFlags);
    experiments = List.copyOf(experiments);
  }

  /// One experiment: its question, what it times and what came out.
  ///
  /// @param seconds wall-clock time the experiment took
  /// @param cases every case that has a row, in reading order
  /// @param contenders every contender that has a row, in reading order
  /// @param rows what was measured
  /// @param skipped what was not measured, and why
  /// @param failed what was tried and went wrong, and how
  /// @param series figures of which each counts; files of older versions have none
  /// @param evidence what the compiler made of the calls that matter; likewise
  public record Experiment(
      String name,
      String title,
      String question,
      double seconds,
      List<Case> cases,
      List<Contender> contenders,
      List<Row> rows,
      List<Omission> skipped,
      List<Omission> failed,
      List<Series> series,
      List<Evidence> evidence) {

    public Experiment {
      cases = List.copyOf(cases);
      contenders = List.copyOf(contenders);
      rows = List.copyOf(rows);
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
          skipped,
          failed,
          List.of(),
          List.of());
    }
  }

  /// A case, and the family whose chart it belongs to.
  public record Case(String name, String family, String description) {}

  /// A contender, and in a sentence what it does.
  public record Contender(String name, String description) {}

  /// One measured pair of case and contender. Lower scores are better.
  ///
  /// @param error half-width of the 99.9 % confidence interval, in `unit`; NaN with one sample
  /// @param bytesPerOp bytes allocated per operation
  /// @param forks JVMs that were started for this row
  /// @param iterations measured iterations in each of them
  /// @param flags JVM flags this contender needs beyond the common ones
  public record Row(
      String caseName,
      String contender,
      double score,
      double error,
      String unit,
      double bytesPerOp,
      int forks,
      int iterations,
      List<String> flags) {

    public Row {
      flags = List.copyOf(flags);
    }
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
  /// @param note why there are no calls; empty if there are
  public record Evidence(
      String caseName, String contender, String method, List<Call> calls, String note) {

    public Evidence {
      calls = List.copyOf(calls);
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
