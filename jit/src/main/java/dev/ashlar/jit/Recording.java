// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Trap;
import dev.ashlar.jit.internal.jfr.RecordingEvents;
import dev.ashlar.jit.internal.log.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;

/// A JFR recording of the same run: CPU samples (`jdk.ExecutionSample`), the stacks of
/// deoptimizations (`jdk.Deoptimization`), and the number of unloaded classes
/// (`jdk.ClassLoadingStatistics`). Immutable.
///
/// Samples rank findings only if the JVM ran with `-XX:+DebugNonSafepoints`, which
/// `jdk.BooleanFlag` says.
///
/// Needs module `jdk.jfr`. The other classes of this module do not.
public final class Recording {
  /// JFR settings that enable only these events, so the overhead is small.
  public static final String SETTINGS =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <configuration version="2.0" label="Ashlar" provider="Ashlar">
        <event name="jdk.ExecutionSample">
          <setting name="enabled">true</setting>
          <setting name="period">10 ms</setting>
        </event>
        <event name="jdk.Deoptimization">
          <setting name="enabled">true</setting>
          <setting name="stackTrace">true</setting>
        </event>
        <event name="jdk.ClassLoadingStatistics">
          <setting name="enabled">true</setting>
          <setting name="period">endChunk</setting>
        </event>
        <event name="jdk.BooleanFlag">
          <setting name="enabled">true</setting>
          <setting name="period">everyChunk</setting>
        </event>
      </configuration>
      """;

  /// JFR options for a JVM that already runs: arguments of `jcmd PID JFR.start settings=none`, from
  /// JDK 17 on. They enable the events of [#SETTINGS], and events about compilations and the JVM.
  public static final List<String> LIVE_SETTINGS =
      Stream.of(
              "ExecutionSample#period=10ms",
              "Deoptimization#stackTrace=true",
              "Compilation#threshold=0ms",
              "CompilationFailure#enabled=true",
              "CompilerInlining#enabled=true",
              "CodeCacheFull#enabled=true",
              "CodeCacheStatistics#period=everyChunk",
              "ClassLoadingStatistics#period=endChunk",
              "BooleanFlag#period=everyChunk",
              "JVMInformation#period=beginChunk",
              "InitialSystemProperty#period=beginChunk")
          .flatMap(setting ->
              Stream.of(
                  "+jdk." + setting.substring(0, setting.indexOf('#')) + "#enabled=true",
                  "+jdk." + setting))
          .distinct()
          .toList();

  /// The name for a file with the content [#SETTINGS].
  public static final String SETTINGS_NAME = "ashlar.jfc";

  private static final byte[] MAGIC = {'F', 'L', 'R', 0};
  private static final int SHOWN_FRAMES = 3;
  private static final String FLAG = "-XX:StartFlightRecording:settings=";
  private static final String QUIET = "-Xlog:jfr*=error";
  private static final String EXACT = "-XX:+DebugNonSafepoints";

  /// The code of a frame (`jdk.types.FrameType`).
  public enum Code {
    /// Part of the code of the next frame's method.
    INLINED,
    /// Code of C1 or C2.
    COMPILED,
    INTERPRETED,
    NATIVE;

    private static Code of(String frameType) {
      return switch (frameType) {
        case "Inlined" -> INLINED;
        case "Interpreted" -> INTERPRETED;
        case "JIT compiled" -> COMPILED;
        default -> NATIVE;
      };
    }
  }

  /// A stack frame.
  ///
  /// @param method the method, as `java.lang.String::indexOf(I)I`
  /// @param line the source line; 0 or less if unknown
  public record Frame(String method, int bci, int line, Code code) {
    private static Frame of(RecordedFrame frame) {
      return new Frame(
          name(frame.getMethod()),
          frame.getBytecodeIndex(),
          frame.getLineNumber(),
          Code.of(frame.getType()));
    }
  }

  /// Samples at one position in compiled code.
  ///
  /// @param frames innermost first; the last frame is that of the compiled method
  /// @param caller the frame that calls the compiled method; empty if unknown
  public record CodeSample(List<Frame> frames, Optional<Frame> caller) {}

  private record BytecodePosition(String method, int bci) {}

  /// A bytecode on an inlining path, which begins with the compiled method.
  private record InlinedPosition(List<String> path, int bci) {
    BytecodePosition position() {
      return new BytecodePosition(path.get(path.size() - 1), bci);
    }
  }

  /// The positions of a sample.
  ///
  /// @param at the sampled bytecode
  /// @param caller the call of the sampled compiled code
  private record Sample(InlinedPosition at, Optional<InlinedPosition> caller) {
    /// {@return the keys by which findings look up samples: methods, bytecodes, bytecodes on paths}
    Set<Object> keys() {
      Set<Object> keys = new HashSet<>(own());
      keys.addAll(called());
      return keys;
    }

    /// {@return the keys of the sampled code}
    List<Object> own() {
      return List.of(at.path.get(0), at, at.position());
    }

    /// {@return the keys of the call of the sampled code}
    List<Object> called() {
      return caller.map(c -> List.<Object>of(c, c.position())).orElse(List.of());
    }
  }

  private final Map<Sample, Long> samples = new HashMap<>();

  /// The number of samples by key.
  private final Map<Object, Long> keys = new HashMap<>();

  /// The part of them in callees.
  private final Map<Object, Long> calleeKeys = new HashMap<>();

  /// The samples in compiled code, by the compiled method.
  private final Map<String, Map<CodeSample, Long>> codeSamples = new HashMap<>();

  private final StackTree stacks = new StackTree();
  private final Map<BytecodePosition, String> trapStacks = new HashMap<>();
  private final Map<BytecodePosition, Integer> trapLines = new HashMap<>();
  private long sampleCount;
  private boolean exact;
  private OptionalLong unloadedClasses = OptionalLong.empty();

  /// @param exact as [#isExact]
  Recording(boolean exact) {
    this.exact = exact;
  }

  /// {@return the flags that make a JVM of JDK 17 or later record silently}
  ///
  /// @param settings a file with the name [#SETTINGS_NAME] and the content [#SETTINGS]
  /// @param target the file, or a folder; in a folder, JDK 17 puts the process id into the file
  ///   name
  /// @throws IllegalArgumentException if a name has a comma or a quote, which JFR cannot parse
  public static List<String> jvmFlags(Path settings, Path target) {
    for (Path path : List.of(settings, target)) {
      if (path.toString().chars().anyMatch(c -> c == ',' || c == '"' || c == '\'')) {
        throw new IllegalArgumentException(
            "JDK Flight Recorder cannot use a name with a comma or a quote: " + path);
      }
    }
    return List.of(
        FLAG + settings + ",filename=" + target + ",dumponexit=true",
        QUIET,
        "-XX:+UnlockDiagnosticVMOptions",
        EXACT);
  }

  /// {@return whether a JVM flag is one of [#jvmFlags]}
  static boolean isFlag(String flag) {
    return flag.equals(QUIET)
        || flag.equals(EXACT)
        || (flag.startsWith(FLAG) && flag.contains(SETTINGS_NAME + ","));
  }

  /// Reads the recording in `file`.
  ///
  /// @throws IOException if it cannot be read, or is not a recording
  public static Recording read(Path file) throws IOException {
    Recording recording = new Recording(false);
    RecordingEvents.forEach(file, recording::add);
    return recording;
  }

  /// {@return a recording of stacks that another profiler sampled; the profiler must know the exact
  /// bytecode of each frame}
  ///
  /// @param stacks the number of samples by stack, innermost frame first
  public static Recording of(Map<List<Frame>, Integer> stacks) {
    Recording recording = new Recording(true);
    stacks.forEach((stack, count) -> {
      for (int i = 0; i < count; i++) {
        recording.sample(stack, false);
      }
    });
    return recording;
  }

  /// {@return whether a file begins as a JFR recording does}
  static boolean isRecording(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
    }
  }

  private void add(RecordedEvent event) {
    List<RecordedFrame> frames = RecordingEvents.frames(event);
    switch (event.getEventType().getName()) {
      case "jdk.BooleanFlag" -> exact |= RecordingEvents.saysExact(event);
      // A total since the start of the JVM.
      case "jdk.ClassLoadingStatistics" ->
          unloadedClasses = OptionalLong.of(event.getLong("unloadedClassCount"));
      case "jdk.ExecutionSample" -> {
        if (!frames.isEmpty()) {
          List<Frame> stack = frames.stream().map(Frame::of).toList();
          sample(stack, event.getStackTrace().isTruncated());
          int compiled = compiledFrame(stack, 0);
          if (stack.get(compiled).code() != Code.INTERPRETED) {
            codeSamples
                .computeIfAbsent(stack.get(compiled).method(), m -> new HashMap<>())
                .merge(
                    new CodeSample(
                        stack.subList(0, compiled + 1),
                        stack.stream().skip(compiled + 1L).findFirst()),
                    1L,
                    Long::sum);
          }
        }
      }
      case "jdk.Deoptimization" -> {
        if (!frames.isEmpty()) {
          trap(frames);
        }
      }
      default -> {
        // Recordings with other settings have more events.
      }
    }
  }

  /// {@return whether a sample names the bytecode that ran} If not, HotSpot assigns a sample in
  /// inlined code to a neighboring call. Then samples do not show how hot a call is.
  public boolean isExact() {
    return exact;
  }

  /// {@return the number of CPU samples}
  public long sampleCount() {
    return sampleCount;
  }

  /// {@return the samples in the code that C1 or C2 compiled for a method, with their number}
  public Map<CodeSample, Long> codeSamples(Method compiled) {
    return codeSamples.getOrDefault(name(compiled), Map.of());
  }

  StackTree stacks() {
    return stacks;
  }

  /// {@return the number of classes that were unloaded; empty if it was not recorded}
  public OptionalLong unloadedClasses() {
    return unloadedClasses;
  }

  /// {@return the number of samples at the call and in the callee with its inlined methods} For a
  /// finding about a whole method, it is the number of samples in the method's code.
  public long samplesAt(Finding finding) {
    return keys.getOrDefault(key(finding), 0L);
  }

  /// {@return the part of [#samplesAt] in the callee}
  long samplesInCallee(Finding finding) {
    return calleeKeys.getOrDefault(key(finding), 0L);
  }

  /// {@return the number of samples of each finding, in the order of `ranked`} A sample that
  /// belongs to several findings counts for the first of them.
  public long[] samplesOfEach(List<Finding> ranked) {
    Map<Object, Integer> ranks = new HashMap<>();
    for (int i = 0; i < ranked.size(); i++) {
      ranks.putIfAbsent(key(ranked.get(i)), i);
    }
    long[] counts = new long[ranked.size()];
    samples.forEach((sample, count) ->
        sample.keys().stream()
            .map(ranks::get)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .ifPresent(rank -> counts[rank] += count));
    return counts;
  }

  /// {@return the key of a finding's samples: a method, a bytecode, or a bytecode on a path}
  private static Object key(Finding finding) {
    if (finding.bci() < 0) {
      return name(finding.method());
    }
    // On another path the same call may be hot in the profile.
    return finding.kind() == Finding.Kind.STALE_PROFILE
        ? inlinedPosition(finding.path(), finding.bci())
        : new BytecodePosition(name(finding.method()), finding.bci());
  }

  private static InlinedPosition inlinedPosition(List<Method> path, int bci) {
    return new InlinedPosition(path.stream().map(Recording::name).toList(), bci);
  }

  /// {@return the number of samples at the call at `bci` and in its callee, on an inlining path}
  long samplesAlong(List<Method> path, int bci) {
    return keys.getOrDefault(inlinedPosition(path, bci), 0L);
  }

  /// {@return the callers of a trap's method at the first hit, innermost first, as `a.B::c line 17,
  /// a.B::d line 12`; empty if unknown}
  public String stackAt(Trap trap) {
    return trapStacks.getOrDefault(new BytecodePosition(name(trap.method()), trap.bci()), "");
  }

  /// {@return the line of a trap, for classes whose files are not found}
  OptionalInt trapLine(Method method, int bci) {
    Integer line = trapLines.get(new BytecodePosition(name(method), bci));
    return line == null ? OptionalInt.empty() : OptionalInt.of(line);
  }

  /// Adds a sample.
  ///
  /// @param frames innermost first
  /// @param truncated whether outer frames are missing
  void sample(List<Frame> frames, boolean truncated) {
    sampleCount++;
    stacks.add(frames, truncated);
    int compiled = compiledFrame(frames, 0);
    int caller = compiled + 1;
    Sample sample =
        new Sample(
            inlinedPosition(frames, 0, compiled),
            caller < frames.size()
                ? Optional.of(inlinedPosition(frames, caller, compiledFrame(frames, caller)))
                : Optional.empty());
    samples.merge(sample, 1L, Long::sum);
    sample.keys().forEach(key -> keys.merge(key, 1L, Long::sum));
    List<Object> own = sample.own();
    sample.called().stream()
        .filter(key -> !own.contains(key))
        .forEach(key -> calleeKeys.merge(key, 1L, Long::sum));
  }

  /// {@return the index of the compiled method in which the frame at `from` is inlined}
  private static int compiledFrame(List<Frame> frames, int from) {
    int at = from;
    while (at < frames.size() - 1 && frames.get(at).code() == Code.INLINED) {
      at++;
    }
    return at;
  }

  private static InlinedPosition inlinedPosition(List<Frame> frames, int at, int compiled) {
    List<String> path = new ArrayList<>();
    for (int i = compiled; i >= at; i--) {
      path.add(frames.get(i).method());
    }
    return new InlinedPosition(List.copyOf(path), frames.get(at).bci());
  }

  private void trap(List<RecordedFrame> frames) {
    RecordedFrame top = frames.get(0);
    BytecodePosition at = new BytecodePosition(name(top.getMethod()), top.getBytecodeIndex());
    if (top.getLineNumber() > 0) {
      trapLines.put(at, top.getLineNumber());
    }
    trapStacks.putIfAbsent(
        at,
        frames.stream()
            .skip(1)
            .limit(SHOWN_FRAMES)
            .map(
                f -> "%s line %s".formatted(method(f.getMethod()).writtenName(), f.getLineNumber()))
            .collect(Collectors.joining(", ")));
  }

  private static String name(RecordedMethod method) {
    return name(method.getType().getName(), method.getName(), method.getDescriptor());
  }

  static String name(Method method) {
    return name(method.holder(), method.name(), method.descriptor());
  }

  private static String name(String holder, String name, String descriptor) {
    return dotted(holder) + "::" + name + descriptor;
  }

  private static Method method(RecordedMethod method) {
    return new Method(
        dotted(method.getType().getName()), method.getName(), method.getDescriptor(), -1);
  }

  /// {@return the method with a name as in [Frame]} Names may have parentheses and colons too.
  static Method method(String name) {
    int descriptor = MethodDescriptor.start(name);
    int end = descriptor < 0 ? name.length() : descriptor;
    int colons = name.lastIndexOf("::", end);
    return new Method(
        name.substring(0, Math.max(0, colons)),
        name.substring(colons < 0 ? 0 : colons + 2, end),
        name.substring(end),
        -1);
  }

  /// {@return a method of a log with the dotted names that a recording has}
  static Method dotted(Method method) {
    String holder = dotted(method.holder());
    return holder.equals(method.holder())
        ? method
        : new Method(holder, method.name(), method.descriptor(), method.byteSize());
  }

  /// The address of a hidden class follows a slash in the log and a dot in a recording.
  private static String dotted(String holder) {
    return holder.replace('/', '.');
  }
}
