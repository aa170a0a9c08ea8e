// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.CodeCacheUse;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Verdict;
import dev.ashlar.jit.compilation.Vm;
import dev.ashlar.jit.internal.jfr.RecordingEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;

/// Reads the parts of a compilation log that a JFR recording has: compilations, failures, uncommon
/// traps, the code cache, and C2's decisions about calls while the recording ran.
public final class RecordingReader {
  private static final Pattern VERSION =
      Pattern.compile(" for [a-z]+-([a-z0-9]+) JRE \\(([^)]+)\\)");
  private static final String OTHER_CODE = "non-nmethods";

  private final PartialLog log = new PartialLog();
  private final CallTreeInterner shared = new CallTreeInterner();
  private final Map<Integer, UncountedCalls> calls = new HashMap<>();
  private final Map<Integer, String> failures = new HashMap<>();
  private final List<RecordedEvent> compilations = new ArrayList<>();
  private final Map<String, String> properties = new HashMap<>();
  private final Map<String, Long> methodCounts = new HashMap<>();
  private final Map<String, Long> fullCounts = new HashMap<>();
  private Vm vm = new Vm("", "", "", List.of(), "", Map.of(), 0, 0);
  private Instant first = Instant.MAX;
  private Instant last = Instant.MIN;
  private Instant start = Instant.MAX;
  private OptionalLong leastFree = OptionalLong.empty();
  private OptionalDouble firstFull = OptionalDouble.empty();
  private int fullEvents;

  /// Reads `file`.
  ///
  /// @throws IOException if it cannot be read, or is not a recording
  public LogContent read(Path file) throws IOException {
    RecordingEvents.forEach(file, this::origin);
    if (start.equals(Instant.MAX)) {
      start = first;
    }
    RecordingEvents.forEach(file, this::add);
    for (RecordedEvent event : compilations) {
      compilation(event);
    }
    long full = fullCounts.values().stream().mapToLong(Long::longValue).sum();
    CodeCacheUse codeCache =
        new CodeCacheUse(
            leastFree,
            methodCounts.values().stream().mapToLong(Long::longValue).sum(),
            (int) Math.max(full, fullEvents),
            firstFull,
            0);
    double end = first.equals(Instant.MAX) ? Double.NaN : seconds(last);
    return log.finish(vm, codeCache, List.of(), end, notKnown());
  }

  private List<String> notKnown() {
    List<String> sentences = new ArrayList<>();
    if (!first.equals(Instant.MAX)) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "this is a JFR recording, from second %.0f to second %.0f of the JVM: what was compiled before is not in it",
              seconds(first),
              seconds(last)));
    }
    sentences.add(
        calls.isEmpty()
            ? "it has no decisions about inlining (jdk.CompilerInlining): either the event was disabled, or nothing was compiled"
            : "decisions about inlining are known of methods that were compiled meanwhile, without counts and virtual calls, and do not rank: 'ashlar jit explain CLASS::METHOD RECORDING' shows them");
    sentences.add(
        "no recording has the receiver types of calls, vectorization, and what C2 eliminated: 'ashlar jit run' has them, after a restart");
    return sentences;
  }

  private void origin(RecordedEvent event) {
    first = event.getStartTime().isBefore(first) ? event.getStartTime() : first;
    last = event.getEndTime().isAfter(last) ? event.getEndTime() : last;
    switch (event.getEventType().getName()) {
      case "jdk.InitialSystemProperty" -> {
        String value = event.getString("value");
        properties.put(event.getString("key"), value == null ? "" : value);
      }
      case "jdk.JVMInformation" -> {
        start = event.getInstant("jvmStartTime");
        Matcher version = VERSION.matcher(text(event, "jvmVersion"));
        boolean known = version.find();
        String arguments = text(event, "jvmArguments").strip();
        vm =
            new Vm(
                text(event, "jvmName"),
                known ? version.group(2) : "",
                known ? version.group(1) : "",
                arguments.isEmpty() ? List.of() : List.of(arguments.split("\\s+(?=-)")),
                text(event, "javaArguments"),
                properties,
                // JDK 11 does not record it.
                event.hasField("pid") ? event.getLong("pid") : 0,
                start.toEpochMilli());
      }
      default -> {
        // Comes second.
      }
    }
  }

  /// {@return a text; empty if there is none} Older JDKs have fewer fields.
  private static String text(RecordedObject event, String field) {
    String text = event.hasField(field) ? event.getString(field) : null;
    return text == null ? "" : text;
  }

  private void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      // Their calls and failures may come later in the file.
      case "jdk.Compilation" -> compilations.add(event);
      case "jdk.CompilationFailure" ->
          failures.put(event.getInt("compileId"), text(event, "failureMessage"));
      case "jdk.CompilerInlining" -> call(event);
      case "jdk.Deoptimization" -> trap(event);
      case "jdk.CodeCacheFull" -> {
        fullEvents++;
        double at = seconds(event.getStartTime());
        firstFull = OptionalDouble.of(Math.min(at, firstFull.orElse(at)));
      }
      case "jdk.CodeCacheStatistics" -> codeCache(event);
      default -> {
        // Recordings with other settings have more events.
      }
    }
  }

  private void compilation(RecordedEvent event) {
    RecordedMethod method = event.getValue("method");
    if (method == null) {
      return;
    }
    int id = event.getInt("compileId");
    boolean succeeded = event.getBoolean("succeded");
    UncountedCalls known = calls.get(id);
    log.compilation(
        id,
        method(method),
        text(event, "compiler").equals("jvmci") ? Compilation.GRAAL : event.getInt("compileLevel"),
        // JFR does not say which loop.
        event.getBoolean("isOsr") ? 0 : -1,
        seconds(event.getStartTime()),
        seconds(event.getEndTime()),
        succeeded ? "" : failures.getOrDefault(id, "no reason given"),
        (int) event.getLong("codeSize"),
        (int) event.getLong("inlinedBytes"),
        known == null ? null : known.tree(shared));
  }

  private void call(RecordedEvent event) {
    RecordedMethod caller = event.getValue("caller");
    RecordedObject callee = event.getValue("callee");
    if (caller == null || callee == null) {
      return;
    }
    Method from = method(caller);
    // Callers come before their callees. Of late inlining, whose caller is closed, the path is not
    // known.
    UncountedCalls of =
        calls.computeIfAbsent(event.getInt("compileId"), id -> new UncountedCalls(from));
    if (of.returnTo(from)) {
      String message = text(event, "message");
      of.add(
          event.getInt("bci"),
          new Method(
              text(callee, "type").replace('/', '.'),
              text(callee, "name"),
              text(callee, "descriptor"),
              -1),
          event.getBoolean("succeeded")
              ? message.contains("intrinsic") ? Verdict.INTRINSIC : Verdict.INLINED
              : Verdict.CALLED,
          message);
    }
  }

  private void trap(RecordedEvent event) {
    RecordedMethod top = event.getValue("method");
    if (top == null || text(event, "compiler").equals("c1")) {
      return;
    }
    List<Method> path = new ArrayList<>(List.of(method(top)));
    List<RecordedFrame> frames = RecordingEvents.frames(event);
    for (int i = 0; i < frames.size() - 1 && frames.get(i).getType().equals("Inlined"); i++) {
      path.add(method(frames.get(i + 1).getMethod()));
    }
    Collections.reverse(path);
    log.trap(
        event.getInt("compileId"),
        path,
        event.getInt("bci"),
        text(event, "reason"),
        text(event, "action"),
        seconds(event.getStartTime()));
  }

  private void codeCache(RecordedEvent event) {
    String heap = text(event, "codeBlobType");
    if (!heap.contains(OTHER_CODE)) {
      long free = event.getLong("unallocatedCapacity");
      leastFree = OptionalLong.of(Math.min(free, leastFree.orElse(free)));
    }
    methodCounts.merge(heap, (long) event.getInt("methodCount"), Math::max);
    fullCounts.merge(heap, (long) event.getInt("fullCount"), Math::max);
  }

  private double seconds(Instant time) {
    Duration since = Duration.between(start, time);
    return since.getSeconds() + since.getNano() / 1e9;
  }

  private static Method method(RecordedMethod method) {
    return new Method(method.getType().getName(), method.getName(), method.getDescriptor(), -1);
  }
}
