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
      List<Series> series) {

    public Experiment {
      cases = List.copyOf(cases);
      contenders = List.copyOf(contenders);
      rows = List.copyOf(rows);
      skipped = List.copyOf(skipped);
      failed = List.copyOf(failed);
      series = List.copyOf(series);
    }

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
      this(name, title, question, seconds, cases, contenders, rows, skipped, failed, List.of());
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
}
