// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Verdict;
import dev.ashlar.jit.compilation.Vm;
import dev.ashlar.jit.internal.log.LineScanner;
import dev.ashlar.jit.internal.log.MethodDescriptor;
import dev.ashlar.jit.internal.log.SymbolTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the parts of a compilation log that a unified log has: the lines of `jit+compilation`,
/// `jit+inlining` and `deoptimization`, with any decorations. Also reads the lines of
/// `-XX:+PrintCompilation`.
public final class UnifiedLogReader {
  private static final Pattern DECORATIONS =
      Pattern.compile("((?:\\[[^]]*])*) ?(.*)", Pattern.DOTALL);
  private static final Pattern DECORATION = Pattern.compile("\\[([^]]*)]");

  /// As in ` 132 % 3 Deopt::total @ 11 (42 bytes) made not entrant`, with the time before it if it
  /// is none of a unified log (`CompileTask::print_impl`).
  private static final Pattern COMPILATION =
      Pattern.compile(
          "(?s)\\s*(?:(?<millis>\\d{1,15}) +)?(?<id>\\d+) (?<osr>[ %])[ s][ !][ b][ n] (?<level>[0-4-]) +"
              + "(?<holder>.+?)::(?<name>.+?)(?: @ (?<bci>-?\\d+))?"
              + " \\((?:(?<bytes>\\d+) bytes|native)\\)(?:\\s+\\(static\\))?(?:\\s+(?<rest>\\S.*))?");

  /// As in `cid= 74 level=4 Deopt.look([II)I trap_bci=2 range_check none pc=…` (`log_deopt`,
  /// `deoptimization.cpp`).
  private static final Pattern TRAP =
      Pattern.compile(
          "(?s)cid= *(\\d+) .*?level=(\\d) (.+)\\.([^.]+) trap_bci=(-?\\d+)"
              + " (?:osr_bci=-?\\d+ )?(\\S+) (\\S+) pc=.*");

  /// As in `@ 12 Huge::f (18307 bytes) callee is too large`, indented by 28 characters and two for
  /// each level (`CompileTask::print_inlining_inner`).
  private static final Pattern CALL =
      Pattern.compile(
          "(?s)( {28,})@ (\\d+) +(.+?)::(.+?) \\((?:(\\d+) bytes|not loaded)\\)(?:\\s+(\\S.*))?");

  /// As in `HotSpotCompilation-83 LQueens; run ()I (OSR@4) | 1234us 100B bytecodes 300B codesize`
  /// (Graal's `CompilationPrinter`).
  private static final Pattern GRAAL =
      Pattern.compile(
          "(?s)HotSpot(?:OSR)?Compilation-(\\d+) +L(.+?); +(.+?) +(\\(.*?) +(?:\\(OSR@(\\d+)\\) +)?"
              + "\\| +(\\d+)us +(\\d+)B bytecodes +(-?\\d+)B codesize.*");

  /// Longer than the names of a method. A hostile line takes time in its square.
  private static final int LONGEST = 8_000;

  private static final int INDENT = 28;
  private static final String NOT_ENTRANT = "made not entrant";
  private static final String SKIPPED = "COMPILE SKIPPED: ";
  private static final String REFUSED = "failed to inline: ";
  private static final Pattern INLINED =
      Pattern.compile("inline\\b.*|accessor.*|force .*|late inline.*");
  private static final Pattern SECONDS = Pattern.compile("(\\d+)[.,](\\d+)s");
  private static final Pattern UNITS = Pattern.compile("(\\d{1,18})(ms|ns)");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSZ", Locale.ROOT);

  /// No JVM runs for so long; it is a time since 1970.
  private static final double LONGEST_UPTIME = 1e9;

  /// A compilation that began, until its thread begins another one.
  private record Begun(
      int id, Method method, int level, int osrBci, double seconds, UncountedCalls calls) {}

  private record Failure(String reason, double seconds) {}

  private record Hit(
      long id, Method method, int bci, String reason, String action, double seconds) {}

  private final PartialLog log = new PartialLog();
  private final CallTreeInterner shared = new CallTreeInterner();
  private final Map<Integer, Begun> compilations = new LinkedHashMap<>();
  private final Map<Integer, Failure> failures = new HashMap<>();
  private final List<Hit> hits = new ArrayList<>();
  private final Map<String, Begun> current = new HashMap<>();
  private final Set<String> threads = new HashSet<>();
  private double base = Double.NaN;
  private double lastSeconds = Double.NaN;
  private boolean anyCall;
  private boolean anyGraal;

  public LogContent read(Path file) throws IOException {
    List<Path> files = rotated(file);
    files.add(file);
    for (Path part : files) {
      try (InputStream in = Files.newInputStream(part)) {
        LineScanner lines = new LineScanner(in);
        while (lines.next()) {
          line(
              SymbolTable.unescapeUnicode(
                  SymbolTable.text(lines.buffer(), lines.start(), lines.end())));
        }
      }
    }
    // With one thread only, the number is that of the process.
    boolean threadsKnown = threads.size() > 1;
    for (Begun begun : compilations.values()) {
      Failure failure = failures.getOrDefault(begun.id, new Failure("", Double.NaN));
      log.compilation(
          begun.id,
          begun.method,
          begun.level,
          begun.osrBci,
          begun.seconds,
          failure.seconds,
          failure.reason,
          0,
          0,
          threadsKnown && anyCall ? begun.calls.tree(shared) : null);
    }
    for (Hit hit : hits) {
      Begun code = compilations.get((int) hit.id);
      // What is inlined between the two is not logged.
      List<Method> path =
          code == null || code.method.qualifiedName().equals(hit.method.qualifiedName())
              ? List.of(hit.method)
              : List.of(code.method, hit.method);
      log.trap(hit.id, path, hit.bci, hit.reason, hit.action, hit.seconds);
    }
    return log.finish(
        new Vm("", "", "", List.of(), "", Map.of(), 0, 0),
        PartialLog.NO_CODE_CACHE,
        List.copyOf(files.subList(0, files.size() - 1)),
        lastSeconds,
        notKnown(files.size() > 1, threadsKnown));
  }

  /// {@return the older files, `file.0` and so on, the oldest first}
  private static List<Path> rotated(Path file) throws IOException {
    List<Path> older = new ArrayList<>();
    String name = file.toAbsolutePath().getFileName() + ".";
    try (DirectoryStream<Path> beside =
        Files.newDirectoryStream(file.toAbsolutePath().resolveSibling(""))) {
      for (Path other : beside) {
        String otherName = other.getFileName().toString();
        if (otherName.startsWith(name)
            && otherName.substring(name.length()).matches("\\d{1,3}")
            && Files.isRegularFile(other, LinkOption.NOFOLLOW_LINKS)) {
          older.add(other);
        }
      }
    }
    Map<Path, Long> times = new HashMap<>();
    for (Path other : older) {
      times.put(other, Files.getLastModifiedTime(other).toMillis());
    }
    older.sort(Comparator.comparing(times::get));
    return older;
  }

  private List<String> notKnown(boolean rotated, boolean threadsKnown) {
    List<String> sentences = new ArrayList<>();
    if (anyGraal) {
      sentences.add(
          LogReader.GRAAL
              + "; lines of -Djdk.graal.PrintCompilation=true do not say when it compiled, so all begin at 0 s");
    }
    sentences.add(
        "this is a log of -Xlog or PrintCompilation: it has no compile times, counts, receiver types, code cache and stacks; and -Xlog does not say which compilations failed");
    if (rotated) {
      sentences.add("it was rotated, so its beginning may be overwritten");
    }
    if (hits.isEmpty()) {
      sentences.add(
          "it has no deoptimizations: either there were none, or -Xlog:deoptimization=debug is missing, which JDK 17 does not have");
    }
    if (!anyCall) {
      sentences.add("it has no decisions about inlining: -Xlog:jit+inlining=debug logs them");
    } else {
      sentences.add(
          threadsKnown
              ? "without counts, decisions about inlining do not rank: 'ashlar jit explain CLASS::METHOD LOG' shows them"
              : "its decisions about inlining are not assigned to compilations, because the lines of threads are mixed: the decoration tid separates them, as in -Xlog:jit*=debug:file=jit.log:uptime,tid");
    }
    return sentences;
  }

  private void line(String line) {
    Matcher split = DECORATIONS.matcher(line);
    if (line.length() > LONGEST || !split.matches()) {
      return;
    }
    String message = split.group(2);
    Matcher matcher = COMPILATION.matcher(message);
    if (matcher.matches()) {
      compilation(matcher, split.group(1));
      return;
    }
    matcher = TRAP.matcher(message);
    if (matcher.matches()) {
      String called = matcher.group(4);
      int descriptor = MethodDescriptor.start(called);
      if (matcher.group(2).equals("4") && descriptor > 0) {
        hits.add(
            new Hit(
                number(matcher.group(1)),
                new Method(
                    matcher.group(3),
                    called.substring(0, descriptor),
                    called.substring(descriptor),
                    -1),
                number(matcher.group(5)),
                matcher.group(6),
                matcher.group(7),
                seconds(split.group(1))));
      }
      return;
    }
    matcher = GRAAL.matcher(message);
    if (matcher.matches()) {
      graal(matcher);
      return;
    }
    // The indentation counts, also where there is no decoration.
    matcher = CALL.matcher(message);
    if (matcher.matches()) {
      anyCall = true;
      Begun begun = current.get(thread(split.group(1)));
      if (begun != null && begun.calls.returnTo((matcher.group(1).length() - INDENT) / 2)) {
        String said = matcher.group(6) == null ? "" : matcher.group(6);
        String reason = said.startsWith(REFUSED) ? said.substring(REFUSED.length()) : said;
        begun.calls.add(
            number(matcher.group(2)),
            method(matcher.group(3), matcher.group(4), matcher.group(5)),
            verdict(said, reason),
            reason);
      }
    }
  }

  private void graal(Matcher matcher) {
    anyGraal = true;
    log.compilation(
        number(matcher.group(1)),
        new Method(
            matcher.group(2).replace('/', '.'),
            matcher.group(3),
            matcher.group(4),
            number(matcher.group(7))),
        Compilation.GRAAL,
        matcher.group(5) == null ? -1 : number(matcher.group(5)),
        0,
        number(matcher.group(6)) / 1e6,
        matcher.group(8).startsWith("-") ? "no reason given" : "",
        Math.max(0, number(matcher.group(8))),
        0,
        null);
  }

  private static Verdict verdict(String said, String reason) {
    if (reason.equals("virtual call")) {
      return Verdict.VIRTUAL;
    }
    if (said.startsWith(REFUSED)) {
      return Verdict.CALLED;
    }
    return said.contains("intrinsic")
        ? Verdict.INTRINSIC
        : INLINED.matcher(said).matches() ? Verdict.INLINED : Verdict.CALLED;
  }

  private void compilation(Matcher matcher, String decorations) {
    int id = number(matcher.group("id"));
    String rest = matcher.group("rest") == null ? "" : matcher.group("rest");
    String millis = matcher.group("millis");
    double seconds = millis == null ? seconds(decorations) : Double.parseDouble(millis) / 1e3;
    if (rest.startsWith(NOT_ENTRANT)) {
      String reason = rest.substring(NOT_ENTRANT.length()).replaceFirst("^: ", "");
      log.notEntrant(id, reason.isEmpty() ? "no reason given" : reason, seconds);
      return;
    }
    if (rest.startsWith(SKIPPED)) {
      failures.put(id, new Failure(rest.substring(SKIPPED.length()), seconds));
    }
    // Level 0 is a native method's wrapper.
    if (matcher.group("level").matches("[1-4]")) {
      String at = matcher.group("bci");
      // What looks like the entry of a loop is part of the name if the code is not OSR.
      boolean osr = matcher.group("osr").equals("%");
      Method method =
          method(
              matcher.group("holder"),
              matcher.group("name") + (osr || at == null ? "" : " @ " + at),
              matcher.group("bytes"));
      String bci = osr ? at : null;
      Begun begun =
          new Begun(
              id,
              method,
              number(matcher.group("level")),
              bci == null ? -1 : number(bci),
              seconds,
              new UncountedCalls(method));
      compilations.putIfAbsent(id, begun);
      String thread = thread(decorations);
      threads.add(thread);
      current.put(thread, begun);
    }
  }

  private static Method method(String holder, String name, @Nullable String byteSize) {
    return new Method(holder.replace('/', '.'), name, "", byteSize == null ? -1 : number(byteSize));
  }

  /// {@return the last decoration that is a number: the thread, if there is one, follows the
  /// process}
  private static String thread(String decorations) {
    Matcher matcher = DECORATION.matcher(decorations);
    String thread = "";
    while (matcher.find()) {
      thread = matcher.group(1).strip().matches("\\d+") ? matcher.group(1).strip() : thread;
    }
    return thread;
  }

  /// {@return the time since the JVM started, or since the first line; NaN without a time}
  private double seconds(String decorations) {
    Matcher matcher = DECORATION.matcher(decorations);
    double found = Double.NaN;
    while (matcher.find()) {
      double seconds = secondsOf(matcher.group(1).strip());
      if (Double.isNaN(found) || seconds < found) {
        found = seconds;
      }
    }
    if (found > LONGEST_UPTIME) {
      base = Double.isNaN(base) ? found : base;
      found -= base;
    }
    lastSeconds = Double.isNaN(lastSeconds) ? found : Math.max(lastSeconds, found);
    return found;
  }

  private static double secondsOf(String decoration) {
    Matcher seconds = SECONDS.matcher(decoration);
    if (seconds.matches()) {
      return Double.parseDouble(seconds.group(1) + "." + seconds.group(2));
    }
    Matcher units = UNITS.matcher(decoration);
    if (units.matches()) {
      return Double.parseDouble(units.group(1)) / (units.group(2).equals("ms") ? 1e3 : 1e9);
    }
    try {
      return OffsetDateTime.parse(decoration, TIME).toInstant().toEpochMilli() / 1e3;
    } catch (DateTimeParseException e) {
      return Double.NaN;
    }
  }

  private static int number(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
