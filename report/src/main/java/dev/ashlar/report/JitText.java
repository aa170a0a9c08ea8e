package dev.ashlar.report;

import dev.ashlar.jit.CallSite;
import dev.ashlar.jit.CallTree;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Decision;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.LogDiff;
import dev.ashlar.jit.Method;
import dev.ashlar.jit.Receiver;
import dev.ashlar.jit.Task;
import dev.ashlar.jit.Unread;
import dev.ashlar.report.LabText.Ink;
import dev.ashlar.report.LabText.Style;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// What a compilation log says, as text for a terminal. No line is wider than [LabText#WIDTH]
/// columns.
public final class JitText {
  private static final String GAP = "  ";

  /// Every log has them.
  private static final List<String> LOG_FLAGS =
      List.of(
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:+LogCompilation",
          "-XX:LogFile=");

  private static final int LONGEST_COMMAND = 120;

  /// Deeper levels of a tree are not indented further.
  private static final int DEEPEST_INDENT = 40;

  /// What is told of findings in which way.
  private enum Part {
    PROBLEM,
    OUT_OF_REACH,
    NOTE,
    INTRINSIC;

    static Part of(Finding finding) {
      if (finding.kind() == Finding.Kind.INTRINSIC_USED) {
        return INTRINSIC;
      }
      if (!finding.kind().isProblem()) {
        return NOTE;
      }
      return finding.changeable().isEmpty() ? OUT_OF_REACH : PROBLEM;
    }
  }

  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private JitText(Style style) {
    this.style = style;
  }

  /// The findings of a log, at most `most` of each part.
  ///
  /// @param name of the log
  public static String findings(String name, CompilationLog log, int most, Style style) {
    JitText text = new JitText(style);
    text.heading(name, log);
    Map<Part, List<Finding>> parts =
        log.findings().stream().collect(Collectors.groupingBy(Part::of));
    text.part("problems", parts.getOrDefault(Part.PROBLEM, List.of()), most);
    text.brief(
        "in the JDK's own code, with none of the program's around it",
        parts.getOrDefault(Part.OUT_OF_REACH, List.of()),
        most);
    text.brief("notes", parts.getOrDefault(Part.NOTE, List.of()), most);
    text.intrinsics(parts.getOrDefault(Part.INTRINSIC, List.of()), most);
    text.unread(log.unread());
    text.wrapped(
        log.recording()
                .map(r ->
                    String.format(
                        Locale.ROOT, "Ranked by %,d CPU samples, then by", r.sampleCount()))
                .orElse("Ranked by")
            + " the counts in the log: they end when a call is compiled, are no measure of time, and"
            + " what ran later is not among them. Of a call with more than two receiver classes HotSpot"
            + " keeps two.",
        "",
        Ink.DIM);
    text.lines.add("");
    return text.joined();
  }

  /// The last call tree of each method of that name.
  public static String trees(CompilationLog log, List<Method> methods, Style style) {
    JitText text = new JitText(style);
    for (Method method : methods) {
      text.method(log, method);
    }
    text.unread(log.unread());
    return text.joined();
  }

  /// What differs between two logs, at most `most` calls.
  public static String diff(LogDiff diff, int most, Style style) {
    JitText text = new JitText(style);
    if (diff.changes().isEmpty()) {
      text.wrapped("No call that both logs have was decided otherwise.", "", Ink.NONE);
    }
    for (LogDiff.Change change : diff.changes().stream().limit(most).toList()) {
      text.wrapped(
          change.path().getLast().qualifiedName()
              + " @ "
              + change.bci()
              + " calls "
              + change.callee().qualifiedName(),
          "",
          Ink.BOLD);
      text.wrapped("in " + path(change.path()), GAP, Ink.DIM);
      text.wrapped("before: " + change.before(), GAP, Ink.NONE);
      text.wrapped("after:  " + change.after(), GAP, Ink.SUBJECT);
    }
    text.more(diff.changes().size(), most, "calls");
    text.only("compiled by C2 in the first run only", diff.onlyBefore(), most);
    text.only("compiled by C2 in the second run only", diff.onlyAfter(), most);
    return text.joined();
  }

  private static String path(List<Method> path) {
    return path.stream().map(Method::shortName).collect(Collectors.joining(" > "));
  }

  private String joined() {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private void heading(String name, CompilationLog log) {
    wrapped(name, "", Ink.BOLD);
    String jdk = log.vm().release().isEmpty() ? "unknown" : log.vm().release();
    long c2 = log.tasks().stream().filter(Task::isC2).count();
    wrapped(
        String.format(
            Locale.ROOT,
            "JDK %s, %s; %,d compilations, %,d of them by C2",
            jdk,
            log.vm().command().isEmpty() ? "unknown command" : shortened(log.vm().command()),
            log.tasks().size(),
            c2),
        "",
        Ink.DIM);
    String flags =
        log.vm().arguments().stream()
            .filter(flag -> LOG_FLAGS.stream().noneMatch(flag::startsWith))
            .collect(Collectors.joining(" "));
    if (!flags.isEmpty()) {
      wrapped("JVM flags: " + shortened(flags), "", Ink.DIM);
    }
  }

  /// A command line may name hundreds of files.
  private static String shortened(String command) {
    return command.length() <= LONGEST_COMMAND
        ? command
        : command.substring(0, LONGEST_COMMAND) + " …";
  }

  private void part(String title, List<Finding> findings, int most) {
    lines.add("");
    wrapped(findings.isEmpty() ? "no " + title : title, "", Ink.BOLD);
    int number = 1;
    for (Finding finding : findings.stream().limit(most).toList()) {
      finding(number++, finding);
    }
    more(findings.size(), most, title);
  }

  private void finding(int number, Finding finding) {
    List<String> sentences = finding.sentences();
    wrapped(
        number + ". " + sentences.getFirst(), "", finding.kind().isProblem() ? Ink.LOSS : Ink.NONE);
    for (String sentence : sentences.subList(1, sentences.size())) {
      boolean aside = sentence.startsWith("inlined in ") || sentence.startsWith("HotSpot: ");
      wrapped(sentence, GAP, aside ? Ink.DIM : Ink.NONE);
    }
  }

  /// A line each: there is nothing to do about them.
  private void brief(String title, List<Finding> findings, int most) {
    if (findings.isEmpty()) {
      return;
    }
    lines.add("");
    wrapped(title, "", Ink.BOLD);
    for (Finding finding : findings.stream().limit(most).toList()) {
      String callee = finding.callee().map(c -> " > " + c.shortName()).orElse("");
      wrapped(
          finding.kind().title()
              + ": "
              + finding.where()
              + callee
              + " ("
              + String.join(", ", finding.numbers())
              + ")"
              + (finding.receivers().isEmpty()
                  ? ""
                  : ": " + Receiver.shares(finding.receivers(), finding.unnamedCount())),
          GAP,
          Ink.NONE);
    }
    more(findings.size(), most, "of them");
  }

  private void intrinsics(List<Finding> findings, int most) {
    Map<String, Double> times = new LinkedHashMap<>();
    Map<String, Integer> places = new HashMap<>();
    for (Finding finding : findings) {
      String name = finding.callee().map(Method::shortName).orElse("?") + " " + finding.said();
      times.merge(name, finding.heat(), Double::sum);
      places.merge(name, 1, Integer::sum);
    }
    if (times.isEmpty()) {
      return;
    }
    lines.add("");
    wrapped("calls that HotSpot replaced by instructions it knows", "", Ink.BOLD);
    times.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(most)
        .forEach(e ->
            wrapped(
                String.format(
                    Locale.ROOT,
                    "%s (%,.0f times in %s)",
                    e.getKey(),
                    e.getValue(),
                    places(places.getOrDefault(e.getKey(), 0))),
                GAP,
                Ink.NONE));
    more(times.size(), most, "of them");
  }

  private static String places(int count) {
    return count == 1 ? "one place" : count + " places";
  }

  private void method(CompilationLog log, Method method) {
    wrapped(method.qualifiedName() + method.descriptor(), "", Ink.BOLD);
    List<Task> tasks = log.tasksOf(method);
    tasks.forEach(task ->
        wrapped(
            String.format(
                Locale.ROOT,
                "%.3f s  %s%s  %s",
                task.startSeconds(),
                task.isC2() ? "C2" : "C1 level " + task.level(),
                task.isOsr() ? ", entered in the loop @ " + task.osrBci() : "",
                state(task)),
            GAP,
            Ink.DIM));
    for (Task task : tasks) {
      CallTree tree = task.tree();
      if (tree != null && (task.isC2() || tasks.stream().noneMatch(Task::isC2))) {
        lines.add("");
        wrapped(
            (task.isC2() ? "C2" : "C1")
                + (task.isOsr() ? ", entered in the loop @ " + task.osrBci() : ""),
            "",
            Ink.NONE);
        sites(tree, 1);
      }
    }
    lines.add("");
  }

  private static String state(Task task) {
    String attempts = task.attempts() > 1 ? ", in attempt " + task.attempts() : "";
    String discarded = task.discarded();
    if (task.succeeded()) {
      return String.format(
          Locale.ROOT,
          "%,d bytes of code%s%s",
          task.codeBytes(),
          attempts,
          discarded == null ? "" : "; thrown away: " + discarded);
    }
    return task.failure().isEmpty() ? "unfinished in the log" : "failed: " + task.failure();
  }

  private void sites(CallTree tree, int depth) {
    String indent = " ".repeat(Math.min(DEEPEST_INDENT, depth * 2));
    for (CallSite site : tree.sites()) {
      if (site.virtual() && !site.receivers().isEmpty()) {
        wrapped(
            "@ "
                + site.bci()
                + " "
                + site.callee().qualifiedName()
                + "  "
                + Receiver.shares(site.receivers(), site.unnamedCount()),
            indent,
            Ink.DIM);
      }
      for (Decision decision : site.decisions()) {
        wrapped("@ " + site.bci() + " " + described(site, decision), indent, ink(decision));
        CallTree body = decision.body();
        if (body != null) {
          sites(body, depth + 1);
        }
      }
    }
  }

  private static String described(CallSite site, Decision decision) {
    String bytes =
        decision.target().byteSize() > 0
            ? String.format(Locale.ROOT, " (%,d bytes)", decision.target().byteSize())
            : "";
    String times =
        site.frequency() < 0 ? "" : String.format(Locale.ROOT, ", %,.0f times", site.frequency());
    String word =
        switch (decision.verdict()) {
          case INLINED -> "inlined";
          case INTRINSIC -> "intrinsic";
          case CALLED -> "called";
          case VIRTUAL -> "virtual call";
          case UNKNOWN -> "the log does not say";
        };
    String reason = decision.reason().isEmpty() ? "" : ": " + decision.reason();
    return decision.target().qualifiedName() + bytes + "  " + word + reason + times;
  }

  private static Ink ink(Decision decision) {
    return switch (CallOutcome.of(decision)) {
      case INLINED -> Ink.WIN;
      case INTRINSIC -> Ink.SUBJECT;
      case VIRTUAL, REFUSED -> Ink.LOSS;
      case RARE, UNKNOWN -> Ink.DIM;
    };
  }

  private void only(String title, List<Method> methods, int most) {
    if (methods.isEmpty()) {
      return;
    }
    lines.add("");
    wrapped(title, "", Ink.BOLD);
    methods.stream().limit(most).forEach(m -> wrapped(m.qualifiedName(), GAP, Ink.NONE));
    more(methods.size(), most, "methods");
  }

  private void more(int count, int most, String what) {
    if (count > most) {
      wrapped("… and " + (count - most) + " more " + what, GAP, Ink.DIM);
    }
  }

  private void unread(List<Unread> unread) {
    if (unread.isEmpty()) {
      lines.add("");
      return;
    }
    lines.add("");
    wrapped("not read", "", Ink.BOLD);
    unread.forEach(u ->
        wrapped(
            String.format(
                Locale.ROOT,
                "%s: %,d, first at byte %,d",
                u.what(),
                u.count(),
                u.firstByteOffset()),
            GAP,
            Ink.LOSS));
    lines.add("");
  }

  private void wrapped(String text, String indent, Ink ink) {
    List<String> parts =
        TextWrap.lines(LabText.shown(text, style).strip(), LabText.WIDTH - indent.length());
    for (String part : parts) {
      String line = (indent + part).stripTrailing();
      lines.add(style == Style.ANSI ? ink.on(line) : line);
    }
  }
}
