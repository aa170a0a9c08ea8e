package dev.ashlar.jit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/// What a JFR recording of the same run adds to a compilation log: how much time falls to a place
/// (`jdk.ExecutionSample`), and what led to a trap (`jdk.Deoptimization`, with stacks). Immutable.
///
/// Needs module `jdk.jfr`, which nothing else here does.
public final class Recording {
  /// Settings that record what is of use here and no more, to cost little.
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
      </configuration>
      """;

  /// Name of a file with these settings.
  public static final String SETTINGS_NAME = "ashlar.jfc";

  private static final int SHOWN_FRAMES = 3;
  private static final String FLAG = "-XX:StartFlightRecording:settings=";
  private static final String QUIET = "-Xlog:jfr*=error";

  /// A frame of a stack.
  ///
  /// @param method as [#name(Method)] has it
  record Frame(String method, int bci, boolean inlined) {
    private static Frame of(RecordedFrame frame) {
      return new Frame(
          name(frame.getMethod()), frame.getBytecodeIndex(), frame.getType().equals("Inlined"));
    }
  }

  private record BytecodePosition(String method, int bci) {}

  /// A place in code that is inlined along a path, which begins with the compiled method.
  private record InlinedPosition(List<String> path, int bci) {
    BytecodePosition position() {
      return new BytecodePosition(path.get(path.size() - 1), bci);
    }
  }

  /// What a sample falls to.
  ///
  /// @param at where it was taken
  /// @param caller the call that led to the compiled code it was taken in
  private record Sample(InlinedPosition at, Optional<InlinedPosition> caller) {
    /// A method, places, and places along a path, each once.
    Set<Object> claims() {
      Set<Object> claims = new HashSet<>(own());
      claims.addAll(called());
      return claims;
    }

    /// Those of the code it was taken in.
    List<Object> own() {
      return List.of(at.path.get(0), at, at.position());
    }

    /// Those of the call that led there.
    List<Object> called() {
      return caller.map(c -> List.<Object>of(c, c.position())).orElse(List.of());
    }
  }

  private final Map<Sample, Long> samples = new HashMap<>();

  /// How many there are of each thing a sample falls to.
  private final Map<Object, Long> claims = new HashMap<>();

  /// Of these those that only the call led to.
  private final Map<Object, Long> calledClaims = new HashMap<>();

  private final Map<BytecodePosition, String> stacks = new HashMap<>();
  private long sampleCount;

  Recording() {}

  /// {@return the flags that make a JVM of JDK 17 or later record, without a word about it}
  ///
  /// @param settings a file of the name [#SETTINGS_NAME], with [#SETTINGS]
  /// @param target the file, or a folder for files with process ids in their names, which JDK 17
  ///   knows of folders only
  /// @throws IllegalArgumentException if a name has a comma or a quote, which end it for JFR
  public static List<String> jvmFlags(Path settings, Path target) {
    for (Path path : List.of(settings, target)) {
      if (path.toString().chars().anyMatch(c -> c == ',' || c == '"' || c == '\'')) {
        throw new IllegalArgumentException(
            "JDK Flight Recorder cannot use a name with a comma or a quote: " + path);
      }
    }
    return List.of(FLAG + settings + ",filename=" + target + ",dumponexit=true", QUIET);
  }

  /// {@return whether a JVM's flag is one of [#jvmFlags]}
  static boolean isFlag(String flag) {
    return flag.equals(QUIET) || (flag.startsWith(FLAG) && flag.contains(SETTINGS_NAME + ","));
  }

  /// Reads the recording in `file`.
  ///
  /// @throws IOException if it cannot be read, or is no recording
  public static Recording read(Path file) throws IOException {
    Recording recording = new Recording();
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        RecordedStackTrace stack = event.getStackTrace();
        if (stack != null && !stack.getFrames().isEmpty()) {
          switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" ->
                recording.sample(stack.getFrames().stream().map(Frame::of).toList());
            case "jdk.Deoptimization" -> recording.trap(stack.getFrames());
            default -> {
              // Recordings made for other ends have other events too.
            }
          }
        }
      }
    } catch (RuntimeException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
    return recording;
  }

  /// {@return how many CPU samples there are}
  public long sampleCount() {
    return sampleCount;
  }

  /// {@return the samples taken at the finding's call and in the code it calls, what is inlined
  /// there included; of a finding about a whole method, those in its code}
  public long samplesAt(Finding finding) {
    return claims.getOrDefault(claim(finding), 0L);
  }

  /// {@return of [#samplesAt] those in the code that is called there}
  long samplesInCallee(Finding finding) {
    return calledClaims.getOrDefault(claim(finding), 0L);
  }

  /// {@return the samples of each finding, where those that several have are the first one's only}
  public long[] samplesOfEach(List<Finding> ranked) {
    Map<Object, Integer> ranks = new HashMap<>();
    for (int i = 0; i < ranked.size(); i++) {
      ranks.putIfAbsent(claim(ranked.get(i)), i);
    }
    long[] counts = new long[ranked.size()];
    samples.forEach((sample, count) ->
        sample.claims().stream()
            .map(ranks::get)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .ifPresent(rank -> counts[rank] += count));
    return counts;
  }

  /// What the samples of a finding have in common: a method, a place, or that along a path.
  private static Object claim(Finding finding) {
    if (finding.bci() < 0) {
      return name(finding.method());
    }
    // Elsewhere the same call may have been taken for frequent.
    return finding.kind() == Finding.Kind.STALE_PROFILE
        ? inlinedPosition(finding.path(), finding.bci())
        : new BytecodePosition(name(finding.method()), finding.bci());
  }

  private static InlinedPosition inlinedPosition(List<Method> path, int bci) {
    return new InlinedPosition(path.stream().map(Recording::name).toList(), bci);
  }

  /// {@return the samples taken at the call at `bci` and in the code it calls, where the caller is
  /// inlined along `path`}
  long samplesAlong(List<Method> path, int bci) {
    return claims.getOrDefault(inlinedPosition(path, bci), 0L);
  }

  /// {@return what had called the method of a trap when it was hit first, innermost first, as
  /// `a.B::c line 17, a.B::d line 12`; empty if the recording does not have it}
  public String stackAt(Trap trap) {
    return stacks.getOrDefault(new BytecodePosition(name(trap.method()), trap.bci()), "");
  }

  /// Adds a sample; innermost frame first.
  void sample(List<Frame> frames) {
    sampleCount++;
    int compiled = compiledFrame(frames, 0);
    int caller = compiled + 1;
    Sample sample =
        new Sample(
            inlinedPosition(frames, 0, compiled),
            caller < frames.size()
                ? Optional.of(inlinedPosition(frames, caller, compiledFrame(frames, caller)))
                : Optional.empty());
    samples.merge(sample, 1L, Long::sum);
    sample.claims().forEach(claim -> claims.merge(claim, 1L, Long::sum));
    List<Object> own = sample.own();
    sample.called().stream()
        .filter(claim -> !own.contains(claim))
        .forEach(claim -> calledClaims.merge(claim, 1L, Long::sum));
  }

  /// {@return where the frame of the compiled method is that the one at `from` is inlined in}
  private static int compiledFrame(List<Frame> frames, int from) {
    int at = from;
    while (at < frames.size() - 1 && frames.get(at).inlined()) {
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
    stacks.putIfAbsent(
        new BytecodePosition(name(top.getMethod()), top.getBytecodeIndex()),
        frames.stream()
            .skip(1)
            .limit(SHOWN_FRAMES)
            .map(f ->
                f.getMethod().getType().getName()
                    + "::"
                    + f.getMethod().getName()
                    + " line "
                    + f.getLineNumber())
            .collect(Collectors.joining(", ")));
  }

  private static String name(RecordedMethod method) {
    return name(method.getType().getName(), method.getName(), method.getDescriptor());
  }

  static String name(Method method) {
    return name(method.holder(), method.name(), method.descriptor());
  }

  /// A hidden class has its number behind a slash in one source and a dot in the other.
  private static String name(String holder, String name, String descriptor) {
    return holder.replace('/', '.') + "::" + name + descriptor;
  }
}
