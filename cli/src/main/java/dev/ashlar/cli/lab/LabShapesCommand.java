// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.lab.experiment.FailureReason;
import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.machine.RunLock;
import dev.ashlar.lab.shapes.Shape;
import dev.ashlar.lab.shapes.ShapeKind;
import dev.ashlar.lab.shapes.Side;
import dev.ashlar.lab.shapes.run.ShapeRanking;
import dev.ashlar.lab.shapes.run.ShapeResult;
import dev.ashlar.lab.shapes.run.ShapesListener;
import dev.ashlar.lab.shapes.run.ShapesOptions;
import dev.ashlar.lab.shapes.run.ShapesRun;
import dev.ashlar.lab.statistics.Interval;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.ResultsJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "shapes",
    description = {
      "Draws programs from a seed, and lists those in which Ashlar is slowest compared with"
          + " Unsafe.",
      "",
      "A program accesses records or bytes in a loop, or by single calls from a megamorphic call"
          + " site. It has a version for each of Ashlar, sun.misc.Unsafe and arrays. For bytes of one"
          + " kind, another version has segments of a known class. All versions must have the same"
          + " result. Each is timed in a JVM of its own. The slowest programs are confirmed in more"
          + " rounds, and only these rounds count for them.",
      "",
      "300 shapes take about twenty minutes; each line is printed when it is known. The same seed"
          + " draws the same shapes in the same version of Ashlar."
    },
    sortOptions = false)
final class LabShapesCommand extends CliCommand {
  /// The ratio of the slowest fork to the median from which on it is printed.
  private static final double NOTABLE_SPREAD = 1.3;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "draws these shapes again (default: a new seed, which is printed)")
  private @Nullable Long seed;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "how many shapes (default: ${DEFAULT-VALUE})")
  private int count = ShapesOptions.COUNT;

  @Option(
      names = "--worst",
      paramLabel = "N",
      description = "how many of each kind to confirm and list (default: ${DEFAULT-VALUE})")
  private int worst = ShapesOptions.WORST;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "rounds that confirm a shape (default: ${DEFAULT-VALUE})")
  private int forks = ShapesOptions.ROUNDS;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "only 'loops', or only single 'calls'")
  private @Nullable ShapeKind kind;

  @Option(
      names = "--only",
      paramLabel = "K",
      description = "measures one shape of the seed, in the rounds of a confirmation")
  private @Nullable Integer only;

  @Option(
      names = "--dump",
      paramLabel = "FILE",
      description = "with --seed and --only: writes the source of the shape and measures nothing")
  private @Nullable Path dump;

  @Option(names = "--json", paramLabel = "FILE", description = "writes all figures as JSON")
  private @Nullable Path json;

  @Mixin private MeasuringOptions measuring = new MeasuringOptions();

  @Override
  public Integer call() throws IOException {
    if (only != null && seed == null) {
      throw LabException.wrongUsage("--only names a shape of a seed: give --seed too");
    }
    if (dump != null && only == null) {
      throw LabException.wrongUsage("--dump writes one shape: name it with --seed and --only");
    }
    ShapesOptions options =
        new ShapesOptions(
            seed == null ? new SecureRandom().nextInt(Integer.MAX_VALUE) : seed,
            count,
            only == null ? OptionalInt.empty() : OptionalInt.of(only),
            Optional.ofNullable(kind),
            worst,
            forks,
            measuring.jdk());
    return dump == null ? measure(options) : dump(options, dump);
  }

  private int dump(ShapesOptions options, Path file) throws IOException {
    Shape shape = ShapesRun.draw(options).findFirst().orElseThrow();
    try {
      Files.writeString(file, shape.source());
    } catch (IOException e) {
      throw LabException.wrongUsage(
          "cannot write --dump %s: %s".formatted(file, FailureReason.of(e)));
    }
    out()
        .printf(
            Locale.ROOT, "Shape %d: %s%nSource: %s%n", shape.number(), shape.description(), file)
        .flush();
    return ExitCode.OK;
  }

  private int measure(ShapesOptions options) throws IOException {
    Optional<Path> copy = Optional.ofNullable(json);
    copy.ifPresent(LabOutput::checkCopy);
    ShapesRun run = new ShapesRun(options, new Progress(options.seed()));
    LabRun results;
    try (RunLock _ = measuring.acquire()) {
      results = run.run();
    }
    List<ShapeResult> measured = run.results();
    if (only == null) {
      for (ShapeKind one : ShapeKind.values()) {
        printRanking(ShapeRanking.of(measured, one), one);
      }
    }
    if (copy.isPresent()) {
      ResultsJson.write(results, copy.get());
    }
    return measured.stream().allMatch(result -> result.failed().isEmpty())
        ? ExitCode.OK
        : ExitCode.SOFTWARE;
  }

  private void printRanking(List<ShapeResult> ranked, ShapeKind of) {
    if (ranked.isEmpty()) {
      return;
    }
    PrintWriter out = out();
    out.printf(
        Locale.ROOT,
        "%n%s, %d shapes, ashlar / unsafe: 50th percentile %.2f, 95th %.2f, worst %.2f%n",
        of,
        ranked.size(),
        ShapeRanking.percentile(ranked, 0.5),
        ShapeRanking.percentile(ranked, ShapeRanking.HIGH),
        ShapeRanking.percentile(ranked, 1));
    for (ShapeResult result : ranked.subList(0, Math.min(worst, ranked.size()))) {
      Shape shape = result.shape();
      out.printf(
          Locale.ROOT,
          "%s%n    ashlar lab shapes --seed %d --only %d%n",
          line(result),
          shape.seed(),
          shape.number());
    }
    out.flush();
  }

  private static String line(ShapeResult result) {
    Formatter line = new Formatter(Locale.ROOT).format("%5d", result.shape().number());
    for (Side rival : List.of(Side.UNSAFE, Side.ARRAYS, Side.SEGMENT_KNOWN)) {
      result
          .slowdown(rival)
          .ifPresentOrElse(ratio -> line.format("  %5.2f", ratio), () -> line.format("      -"));
      Interval interval = result.interval(rival);
      if (interval.isKnown()) {
        line.format(" [%.2f, %.2f]", interval.low(), interval.high());
      }
    }
    result
        .row(Side.ASHLAR)
        .ifPresentOrElse(
            row -> line.format(" %9.2f ns %6.1f B", row.score(), row.bytesPerOp()),
            () -> line.format("         - ns      - B"));
    if (result.spread() > NOTABLE_SPREAD) {
      line.format("  (slowest fork %.1f x the median)", result.spread());
    }
    return line.format("  %s", result.shape().description()).toString();
  }

  private final class Progress implements ShapesListener {
    private final long seed;

    Progress(long seed) {
      this.seed = seed;
    }

    @Override
    public void started(String jdk, List<String> warnings) {
      warnings.forEach(measuring::warn);
      out()
          .printf(
              Locale.ROOT,
              "Seed %d, JDK %s%n%nshape, ashlar / unsafe, / arrays, / segment-known, time and garbage of a"
                  + " row, message or call%n",
              seed,
              jdk)
          .flush();
    }

    @Override
    public void measured(ShapeResult result) {
      out().printf("%s%n", line(result)).flush();
      result
          .failed()
          .forEach(one ->
              measuring.warn(
                  "shape %d, %s: %s"
                      .formatted(result.shape().number(), one.contender(), one.why())));
    }

    @Override
    public void confirming() {
      out().printf(Locale.ROOT, "%nThe slowest again, in %d rounds each:%n", forks).flush();
    }
  }
}
