// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// A made-up run of the size and shape of a real one: one full experiment and one sparse one.
public final class SampleRun {

  private static final long SEED = 7;
  private static final String OPENS = "--add-opens java.base/java.lang=ALL-UNNAMED";
  private static final String EXPORTS = "--add-exports java.base/jdk.internal.misc=ALL-UNNAMED";

  /// Nanoseconds per 512 characters: ASCII, Latin-1, CJK.
  private static final Map<String, double[]> SPEEDS = new LinkedHashMap<>();

  static {
    SPEEDS.put("ashlar", new double[] {36.9, 278, 581});
    SPEEDS.put("otel-default", new double[] {626, 817, 784});
    SPEEDS.put("otel-unsafe", new double[] {44.1, 555, 1344});
    SPEEDS.put("otel-varhandle", new double[] {45.0, 560, 1350});
    SPEEDS.put("otel-allocating", new double[] {61.2, 604, 890});
    SPEEDS.put("protobuf", new double[] {131, 401, 594});
    SPEEDS.put("netty", new double[] {227, 512, 702});
    SPEEDS.put("jdk-getbytes", new double[] {38.2, 604, 880});
    SPEEDS.put("jdk-encoder", new double[] {37.1, 640, 930});
    SPEEDS.put("quickbuf", new double[] {140, 330, 520});
    SPEEDS.put("agrona", new double[] {52, 610, 885});
  }

  private static final Map<String, String> DOES =
      Map.of(
          "ashlar", "Utf8.Encoder with the field header",
          "otel-default", "OpenTelemetry's marshaler as its SDK's users get it",
          "otel-unsafe", "OpenTelemetry's Unsafe encoder, constructed on purpose",
          "jdk-getbytes", "String.getBytes, then a copy");

  private SampleRun() {}

  public static LabRun of() {
    return of(List.of(strings(), zeroing()));
  }

  /// A run of these experiments, on the same machine.
  public static LabRun of(List<LabRun.Experiment> experiments) {
    return new LabRun(
        LabRun.SCHEMA,
        "quick",
        "25.0.3+9",
        "OpenJDK 64-Bit Server VM (Eclipse Adoptium)",
        "Linux 6.12 amd64",
        "AMD EPYC 9R14",
        2,
        "G1",
        List.of("-Xmx1g", "-Xms1g", "-XX:+UseG1GC"),
        "2026-11-20T11:42:07+01:00",
        true,
        new LabRun.Conditions(
            "performance",
            "off",
            0.12,
            1.08,
            0.003,
            List.of("blackhole dontinline quiet"),
            20_261_120L,
            List.of("another process takes 8 % of a processor")),
        experiments);
  }

  /// One case, whose contenders also show figures one after another.
  public static LabRun withSeries() {
    String name = "each pass";
    LabRun.Experiment records =
        new LabRun.Experiment(
            "records",
            "objects or tables",
            "What does a pass cost?",
            1,
            List.of(new LabRun.Case("passes", "passes", "13 stores")),
            List.of(
                new LabRun.Contender("ashlar", "a table"), new LabRun.Contender("pojo", "objects")),
            List.of(
                new LabRun.Row("passes", "ashlar", 2, Double.NaN, "ns/row", 0, 1, 1, List.of()),
                new LabRun.Row("passes", "pojo", 5, Double.NaN, "ns/row", 0, 1, 1, List.of())),
            List.of(),
            List.of(),
            List.of(),
            List.of(
                new LabRun.Series("passes", "pojo", name, "ns/row", List.of(9.0, 5.5, 5.0)),
                new LabRun.Series("passes", "ashlar", name, "ns/row", List.of(2.5, 2.0)),
                new LabRun.Series("passes", "pojo", "fill", "ns/row", List.of(50.0))),
            List.of());
    return of(List.of(records));
  }

  static LabRun.Experiment strings() {
    Random random = new Random(SEED);
    List<LabRun.Case> cases = new ArrayList<>();
    List<LabRun.Row> rows = new ArrayList<>();
    String[] kinds = {"ascii", "latin1", "cjk"};
    String[] words = {
      "ASCII only", "accented letters, two bytes each", "Chinese, three bytes each"
    };
    for (int kind = 0; kind < kinds.length; kind++) {
      for (int length : new int[] {8, 64, 512, 4096}) {
        LabRun.Case c =
            new LabRun.Case(
                kinds[kind] + "-" + length, kinds[kind], length + " chars, " + words[kind]);
        cases.add(c);
        for (Map.Entry<String, double[]> e : SPEEDS.entrySet()) {
          double score =
              (4 + e.getValue()[kind] * length / 512) * (0.97 + 0.06 * random.nextDouble());
          rows.add(row(c.name(), e.getKey(), score, score * 0.02 * random.nextDouble(), length));
        }
      }
    }
    cases.add(
        new LabRun.Case(
            "ascii-512-after-mixed",
            "ascii",
            "the JVM has encoded every kind first",
            List.of(new LabRun.Loss("jdk-getbytes", "it makes garbage (docs/text.md)"))));
    rows.add(row("ascii-512-after-mixed", "ashlar", 39.4, 0.9, 512));
    rows.add(row("ascii-512-after-mixed", "jdk-getbytes", 39.1, 0.8, 512));
    rows.add(row("ascii-512-after-mixed", "otel-unsafe", 45.6, 1.1, 512));
    cases.add(new LabRun.Case("empty", "empty", "no work: the harness itself"));
    rows.add(row("empty", "harness", 0.61, 0.01, 0));
    List<LabRun.Omission> skipped = new ArrayList<>();
    skipped.add(new LabRun.Omission("*", "c", "no C compiler found"));
    for (String c : List.of("mixed-8", "mixed-64", "mixed-512", "late-8", "late-64", "late-512")) {
      for (String contender : SPEEDS.keySet()) {
        skipped.add(
            new LabRun.Omission(
                c, contender, "quick mode times the pairs of the table of figures"));
      }
    }
    return new LabRun.Experiment(
        "strings",
        "a String field onto the wire",
        "How long does it take to write one length-delimited protobuf string field into a reusable"
            + " buffer, and what does it allocate?",
        88.1,
        cases,
        SPEEDS.keySet().stream()
            .map(n -> new LabRun.Contender(n, DOES.getOrDefault(n, "")))
            .toList(),
        rows,
        comparisons(rows),
        skipped,
        List.of(
            new LabRun.Omission(
                "world",
                "quickbuf",
                "java.lang.IllegalStateException: wrote 1149 bytes, expected 1152\n"
                    + "\tat Prove.main")));
  }

  private static LabRun.Experiment zeroing() {
    List<LabRun.Case> cases = new ArrayList<>();
    List<LabRun.Row> rows = new ArrayList<>();
    int[] sizes = {10, 1000, 100_000};
    double[][] scores = {{8.6, 7.9, 8.8, 8.1}, {41.2, 33.5, 58.9, 30.1}, {6120, 5870, 9240, 5700}};
    String[] names = {"ashlar", "ashlar-exported", "jdk", "c"};
    for (int i = 0; i < sizes.length; i++) {
      String name = "bytes-" + sizes[i] + "-written";
      cases.add(new LabRun.Case(name, "bytes", sizes[i] + " bytes allocated and written"));
      for (int j = 0; j < names.length; j++) {
        rows.add(
            new LabRun.Row(
                name,
                names[j],
                scores[i][j],
                scores[i][j] * 0.012,
                "ns/op",
                sizes[i] + 16,
                3,
                5,
                names[j].equals("ashlar-exported") ? List.of(EXPORTS.split(" ")) : List.of(),
                names[j].equals("jdk") ? rounds(scores[i][j]) : List.of()));
      }
    }
    cases.add(new LabRun.Case("native-1000-written", "native", "1000 bytes of native memory"));
    rows.add(
        new LabRun.Row(
            "native-1000-written", "arena", 212, Double.NaN, "ns/op", 96, 1, 1, List.of()));
    rows.add(
        new LabRun.Row(
            "native-1000-written", "malloc", 84, Double.NaN, "ns/op", 0, 1, 1, List.of()));
    return new LabRun.Experiment(
        "zeroing",
        "arrays that need not be zero",
        "What does the zeroing of a fresh array cost, and where does it go away?",
        143,
        cases,
        List.of(
            new LabRun.Contender("ashlar", "Unzeroed, no flag"),
            new LabRun.Contender("ashlar-exported", "Unzeroed with the export it can use"),
            new LabRun.Contender("jdk", "new byte[n]"),
            new LabRun.Contender("c", "malloc and memcpy", LabRun.Kind.LIMIT),
            new LabRun.Contender("arena", "Arena.ofConfined, zeroed"),
            new LabRun.Contender("malloc", "malloc and free")),
        rows,
        comparisons(rows),
        List.of(),
        List.of());
  }

  /// What the lab would make of these rows: each Ashlar contender against each other of its case.
  static List<LabRun.Comparison> comparisons(List<LabRun.Row> rows) {
    List<LabRun.Comparison> comparisons = new ArrayList<>();
    for (LabRun.Row a : rows) {
      for (LabRun.Row b : rows) {
        if (LabRun.isSubject(a.contender()) && a.caseName().equals(b.caseName()) && !a.equals(b)) {
          double ratio = b.score() / a.score();
          double width = 1.01 + 1.5 * Math.hypot(a.error() / a.score(), b.error() / b.score());
          comparisons.add(
              comparison(a, b.contender(), ratio, ratio / width, ratio * width, a.forks()));
        }
      }
    }
    return comparisons;
  }

  static LabRun.Comparison comparison(
      LabRun.Row a, String rival, double ratio, double low, double high, int rounds) {
    return new LabRun.Comparison(
        a.caseName(),
        a.contender(),
        rival,
        ratio,
        low,
        high,
        0.95,
        rounds,
        LabRun.Verdict.of(low, high));
  }

  /// Three forks, of which HotSpot compiled in one.
  private static List<LabRun.Round> rounds(double score) {
    return List.of(
        new LabRun.Round(0, 2, List.of(score, score * 1.01), 1016, false),
        new LabRun.Round(1, 0, List.of(score * 0.99, score), 1016, true),
        new LabRun.Round(2, 1, List.of(score, score), 1016, false));
  }

  private static LabRun.Row row(
      String c, String contender, double score, double error, int length) {
    List<String> flags = contender.equals("otel-varhandle") ? List.of(OPENS.split(" ")) : List.of();
    double bytes =
        switch (contender) {
          case "otel-allocating", "jdk-getbytes" -> length + 16;
          case "otel-unsafe" -> 24;
          default -> 0.0003;
        };
    return new LabRun.Row(c, contender, score, error, "ns/op", bytes, 3, 5, flags);
  }
}
