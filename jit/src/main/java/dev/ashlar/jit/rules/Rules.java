// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.rules;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.MethodName;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.compilation.SourceLines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Rules that a log must satisfy, one per line, for example in a build.
///
/// ```
/// # the encoder's hot loop
/// Encoder::encode is compiled by C2
/// Encoder::encode inlines everything
/// Encoder::encode inlines Table::lookup
/// Math::multiplyHigh is an intrinsic in Encoder::encode
/// Encoder::encode has no virtual call
/// no deoptimization after 5 s
/// no deoptimization in Encoder::encode after 5 s
/// loop at Encoder::encode line 14 has no range check
/// loop at Encoder::encode line 14 is vectorized
/// loop at Encoder::encode line 14 allocates nothing
/// loop at Encoder::encode line 14 has no call
/// loop at Encoder::encode line 14 has no class guard
/// ```
///
/// A method is named as in [CompilationLog#methodsNamed]. If several methods have the name, the
/// rule applies to all of them that C2 compiled, and to every method that inlines them. A name with
/// blanks is written with its class, in backticks or without. Calls that never ran are not checked.
/// A rule about a method that C2 did not compile is broken.
///
/// A rule about a loop needs the method's machine code, see [CompiledLoops], and holds for the code
/// that was printed. Without `line N` it is about all loops of the method.
///
/// A damaged or truncated log breaks every rule: the missing part might break one.
/// [#allowingDamage] checks the part that could be read.
public final class Rules {
  /// A name with blanks has its class.
  private static final String NAME = "(\\S+|\\S.*?::.*?\\S)";

  private enum Form {
    // First, because a method may have the name 'everything'.
    INLINES_ALL("Encoder::encode inlines everything", NAME + " inlines everything"),
    INLINES("Encoder::encode inlines Table::lookup", NAME + " inlines " + NAME),
    COMPILED("Encoder::encode is compiled by C2", NAME + " is compiled by C2"),
    INTRINSIC(
        "Math::multiplyHigh is an intrinsic in Encoder::encode",
        NAME + " is an intrinsic in " + NAME),
    NO_VIRTUAL("Encoder::encode has no virtual call", NAME + " has no virtual call"),
    NO_TRAP(
        "no deoptimization in Encoder::encode after 5 s",
        "no deoptimi[sz]ation(?: in " + NAME + ")? after ([0-9]+(?:\\.[0-9]+)?) ?s"),
    LOOP(
        "loop at Encoder::encode line 14 has no range check",
        "loop at "
            + NAME
            + "(?: line ([0-9]{1,9}))? (has no range check|is (?:partly )?vectori[sz]ed|allocates nothing|has no"
            + " call|has no class guard)");

    private final String example;
    private final Pattern pattern;

    Form(String example, String words) {
      this.example = example;
      this.pattern =
          Pattern.compile(words.replace(" ?", "\\s*").replace(" ", "\\s+"), Pattern.DOTALL);
    }

    /// {@return the number of words that `line` shares with the example, without names}
    private long likeness(String line) {
      List<String> words = List.of(line.split("\\s+", -1));
      return Stream.of(example.split(" ", -1))
          .filter(word -> !word.contains("::") && words.contains(word))
          .count();
    }

    /// {@return the example most similar to `line`; all of them if none is}
    private static String nearest(String line) {
      Form nearest =
          Collections.max(List.of(values()), Comparator.comparingLong(f -> f.likeness(line)));
      return nearest.likeness(line) > 0
          ? "write it like '" + nearest.example + "'"
          : Stream.of(values())
              .map(f -> "'" + f.example + "'")
              .collect(Collectors.joining(", ", "there are ", ""));
    }
  }

  /// A rule that does not hold.
  ///
  /// @param reasons the reasons why the rule does not hold, each once
  /// @param places the calls and traps that break the rule
  /// @param damaged whether a part of the log could not be read; that part might also break the
  ///   rule
  public record Broken(
      int lineNumber, String rule, List<String> reasons, List<Place> places, boolean damaged) {
    /// {@return the reasons on one line}
    public String why() {
      return String.join("; ", reasons);
    }
  }

  /// A place in the program that breaks a rule.
  ///
  /// @param method the method with the bytecode
  /// @param line the source line; empty if unknown
  /// @param callee the target of a call; empty for a trap
  public record Place(
      Method method, int bci, OptionalInt line, Optional<Method> callee, String reason) {}

  private record Rule(int lineNumber, String text, RuleChecks.Check check) {}

  private final List<Rule> rules;
  private final RuleChecks.Doubt doubt;

  private Rules(List<Rule> rules, RuleChecks.Doubt doubt) {
    this.rules = List.copyOf(rules);
    this.doubt = doubt;
  }

  /// Reads rules. Empty lines and lines that begin with `#` are ignored.
  ///
  /// @throws IllegalArgumentException if a line is not a rule; the message has the line and the
  ///   most similar form. Also if there is no rule at all, because then every log would pass
  public static Rules parse(List<String> lines) {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      // Some editors write a byte order mark.
      String line = lines.get(i).replaceFirst("^\uFEFF", "").strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        rules.add(new Rule(i + 1, line, check(line, i + 1)));
      }
    }
    if (rules.isEmpty()) {
      throw new IllegalArgumentException("it has no rules");
    }
    return new Rules(rules, RuleChecks.Doubt.BREAKS_RULES);
  }

  private static RuleChecks.Check check(String line, int lineNumber) {
    for (Form form : Form.values()) {
      Matcher words = form.pattern.matcher(line);
      if (words.matches()) {
        return switch (form) {
          case INLINES_ALL -> RuleChecks.inlinesAll(words.group(1));
          case INLINES -> RuleChecks.inlines(words.group(1), words.group(2));
          case COMPILED -> RuleChecks.compiled(words.group(1));
          case INTRINSIC -> RuleChecks.intrinsic(words.group(2), words.group(1));
          case NO_VIRTUAL -> RuleChecks.noVirtualCall(words.group(1));
          case NO_TRAP -> RuleChecks.noTrap(words.group(1), Double.parseDouble(words.group(2)));
          case LOOP -> loopCheck(words);
        };
      }
    }
    throw new IllegalArgumentException(
        "line " + lineNumber + " is no rule: " + line + ": " + Form.nearest(line));
  }

  private static RuleChecks.Check loopCheck(Matcher words) {
    String said = words.group(3).replaceAll("\\s+", " ").replace("vectorised", "vectorized");
    LoopRequirement requirement =
        Stream.of(LoopRequirement.values())
            .filter(r -> r.words().equals(said))
            .findFirst()
            .orElseThrow();
    OptionalInt line =
        words.group(2) == null
            ? OptionalInt.empty()
            : OptionalInt.of(Integer.parseInt(words.group(2)));
    MethodName.parse(words.group(1));
    return RuleChecks.loop(words.group(1), line, requirement);
  }

  /// {@return whether a rule is about loops, which need machine code}
  public boolean needMachineCode() {
    return rules.stream().anyMatch(rule -> Form.LOOP.pattern.matcher(rule.text).matches());
  }

  /// {@return these rules for a damaged log: they check only the part that could be read}
  public Rules allowingDamage() {
    return new Rules(rules, RuleChecks.Doubt.IS_ALLOWED);
  }

  /// {@return the rules that `log` breaks, in the order of their lines} Rules about loops are
  /// reported as broken, because they need [CompiledLoops].
  public List<Broken> check(CompilationLog log) {
    return check(log, CompiledLoops.NONE);
  }

  /// {@return the rules that `log` breaks, in the order of their lines}
  ///
  /// @param loops the loops in the machine code of the same run
  public List<Broken> check(CompilationLog log, CompiledLoops loops) {
    try (SourceLines lines = log.sourceLines()) {
      return check(log, loops, lines);
    }
  }

  private List<Broken> check(CompilationLog log, CompiledLoops loops, SourceLines lines) {
    List<Broken> broken = new ArrayList<>();
    for (Rule rule : rules) {
      RuleChecks.Reasons reasons = new RuleChecks.Reasons(lines, loops);
      rule.check.run(log, doubt, reasons);
      if (doubt == RuleChecks.Doubt.BREAKS_RULES && !log.isRecognized()) {
        reasons.addDamage("the log is empty");
      }
      if (doubt == RuleChecks.Doubt.BREAKS_RULES && !log.parseProblems().isEmpty()) {
        reasons.addDamage(
            log.parseProblems().stream()
                .map(ParseProblem::words)
                .collect(Collectors.joining("; ", "not all of the log could be read (", ")")));
      }
      if (!reasons.isEmpty()) {
        broken.add(
            new Broken(
                rule.lineNumber,
                rule.text,
                reasons.inWords(),
                reasons.places(),
                reasons.haveDamage()));
      }
    }
    return List.copyOf(broken);
  }

  /// {@return the rules by line number}
  public SortedMap<Integer, String> texts() {
    SortedMap<Integer, String> texts = new TreeMap<>();
    rules.forEach(rule -> texts.put(rule.lineNumber, rule.text));
    return texts;
  }

  /// {@return the number of rules}
  public int count() {
    return rules.size();
  }
}
