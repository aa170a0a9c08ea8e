package dev.ashlar.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// An experiment as text for a terminal: per case a table and a sentence, then what was left out.
/// No line is wider than [#WIDTH] columns.
public final class LabText {

  /// Columns of the widest line.
  public static final int WIDTH = 100;

  /// What the terminal can show.
  public enum Style {
    /// Seven-bit text, for a terminal whose character set has no `±`.
    ASCII,
    /// Unicode text without control sequences, for files and pipes.
    PLAIN,
    /// Unicode text with ANSI colours.
    ANSI
  }

  private static final String GAP = "  ";

  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private LabText(Style style) {
    this.style = style;
  }

  /// The text of `experiment`, each line ended by a line feed.
  public static String of(LabRun.Experiment experiment, Style style) {
    LabText text = new LabText(style);
    List<Standing> standings = Standing.of(experiment);
    text.heading(experiment);
    standings.forEach(text::standing);
    text.summary(standings);
    text.omissions("not measured", Ink.NONE, experiment.skipped());
    text.omissions("failed", Ink.LOSS, experiment.failed());
    return text.lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private void heading(LabRun.Experiment experiment) {
    wrapped(experiment.name() + ": " + experiment.title(), "", Ink.BOLD);
    wrapped(experiment.question(), "", Ink.NONE);
    wrapped(
        "%d figures in %s; lower is better; ± half of the 99.9 %% confidence interval; ▸ fastest, ≈ level"
            .formatted(experiment.rows().size(), Figures.seconds(experiment.seconds())),
        "",
        Ink.DIM);
  }

  private void standing(Standing standing) {
    lines.add("");
    wrapped(standing.labCase().name(), "", Ink.BOLD);
    wrapped(standing.labCase().description(), GAP, Ink.DIM);
    if (!standing.lines().isEmpty()) {
      TextTable table = TextTable.of(standing, this::shown);
      table.lines(WIDTH - GAP.length()).forEach(l -> add(GAP + l.text(), l.ink()));
    }
    flags("all need ", standing.sharedFlags());
    for (Standing.Line line : standing.lines()) {
      flags(line.contender() + " needs ", standing.ownFlags(line));
    }
    wrapped(
        standing.sentence(),
        GAP,
        switch (standing.verdict()) {
          case FASTEST -> Ink.WIN;
          case SLOWER -> Ink.LOSS;
          default -> Ink.BOLD;
        });
  }

  private void flags(String whoNeeds, List<String> flags) {
    if (!flags.isEmpty()) {
      wrapped(whoNeeds + String.join(" ", flags), GAP, Ink.DIM);
    }
  }

  private void summary(List<Standing> standings) {
    lines.add("");
    wrapped(Tally.of(standings).sentence(), "", Ink.BOLD);
    String losses =
        standings.stream()
            .filter(s -> s.verdict() == Standing.Verdict.SLOWER)
            .map(s -> s.labCase().name())
            .collect(Collectors.joining(", "));
    if (!losses.isEmpty()) {
      wrapped("slower in: " + losses, GAP, Ink.LOSS);
    }
  }

  private void omissions(String title, Ink ink, List<LabRun.Omission> omissions) {
    if (omissions.isEmpty()) {
      return;
    }
    lines.add("");
    wrapped(title, "", Ink.BOLD);
    for (Omissions group : Omissions.grouped(omissions)) {
      wrapped(group.why(), GAP, ink);
      group.blocks().forEach(block -> wrapped(block.text(), GAP + GAP, Ink.DIM));
    }
  }

  private void wrapped(String text, String indent, Ink ink) {
    if (!text.isBlank()) {
      TextWrap.lines(shown(text).strip(), WIDTH - indent.length())
          .forEach(line -> add(indent + line, ink));
    }
  }

  private void add(String line, Ink ink) {
    String text = line.stripTrailing();
    lines.add(style == Style.ANSI ? ink.on(text) : text);
  }

  /// The text in what the terminal can show. Control characters, as an exception's message may have
  /// them, would break the table or drive the terminal.
  private String shown(String text) {
    String clean = text.replaceAll("\\p{Cntrl}+", " ");
    if (style != Style.ASCII) {
      return clean;
    }
    return clean
        .replace("±", "+-")
        .replace("×", "x")
        .replace("–", "-")
        .replace("▸", "*")
        .replace("≈", "=")
        .replaceAll("[^\\x20-\\x7e]", "?");
  }

  /// How a line is set off.
  enum Ink {
    NONE(""),
    BOLD("1"),
    DIM("2"),
    SUBJECT("1;36"),
    WIN("32"),
    LOSS("33");

    private final String code;

    Ink(String code) {
      this.code = code;
    }

    String on(String text) {
      return this == NONE || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
  }

  /// The legend's mark of a place.
  static String mark(Standing.Place place) {
    return switch (place) {
      case BEST -> "▸ ";
      case LEVEL -> "≈ ";
      case BEHIND, UNRANKED -> "  ";
    };
  }
}
