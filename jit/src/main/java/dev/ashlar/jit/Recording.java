package dev.ashlar.jit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private static final String QUIET = "-Xlog:jfr+startup=error";

  private record Place(String method, int bci) {}

  /// A place in code that is inlined along a path, which begins with the compiled method.
  private record InlinedPlace(List<String> path, int bci) {}

  private final Map<Place, Long> calls = new HashMap<>();
  private final Map<InlinedPlace, Long> inlinedCalls = new HashMap<>();
  private final Map<String, Long> methods = new HashMap<>();
  private final Map<Place, String> stacks = new HashMap<>();
  private long sampleCount;

  private Recording() {}

  /// {@return the flags that make a JVM of JDK 17 or later record, without a word about it}
  ///
  /// @param settings a file of the name [#SETTINGS_NAME], with [#SETTINGS]
  /// @param target the file, or a folder for files with process ids in their names, which JDK 17
  ///   knows of folders only
  /// @throws IllegalArgumentException if a name has a comma, behind which JFR sees another option
  public static List<String> jvmFlags(Path settings, Path target) {
    for (Path path : List.of(settings, target)) {
      if (path.toString().indexOf(',') >= 0) {
        throw new IllegalArgumentException(
            "JDK Flight Recorder cannot use a name with a comma: " + path);
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
            case "jdk.ExecutionSample" -> recording.sample(stack.getFrames());
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
    if (finding.bci() < 0) {
      return methods.getOrDefault(name(finding.method()), 0L);
    }
    // Elsewhere the same call may have been taken for frequent.
    return finding.kind() == Finding.Kind.HOT_AFTER_ALL
        ? samplesAlong(finding.path(), finding.bci())
        : calls.getOrDefault(new Place(name(finding.method()), finding.bci()), 0L);
  }

  /// {@return the samples taken at the call at `bci` and in the code it calls, where the caller is
  /// inlined along `path`}
  long samplesAlong(List<Method> path, int bci) {
    List<String> names = path.stream().map(Recording::name).toList();
    return inlinedCalls.getOrDefault(new InlinedPlace(names, bci), 0L);
  }

  /// {@return what had called the method of a trap when it was hit first, innermost first, as
  /// `a.B::c line 17, a.B::d line 12`; empty if the recording does not have it}
  public String stackAt(Trap trap) {
    return stacks.getOrDefault(new Place(name(trap.method()), trap.bci()), "");
  }

  private void sample(List<RecordedFrame> frames) {
    sampleCount++;
    int compiled = compiledFrame(frames, 0);
    count(frames, 0, compiled);
    int caller = compiled + 1;
    if (caller < frames.size()) {
      count(frames, caller, compiledFrame(frames, caller));
    }
    methods.merge(name(frames.get(compiled).getMethod()), 1L, Long::sum);
  }

  /// {@return where the frame of the compiled method is that the one at `from` is inlined in}
  private static int compiledFrame(List<RecordedFrame> frames, int from) {
    int at = from;
    while (at < frames.size() - 1 && frames.get(at).getType().equals("Inlined")) {
      at++;
    }
    return at;
  }

  private void count(List<RecordedFrame> frames, int at, int compiled) {
    List<String> path = new ArrayList<>();
    for (int i = compiled; i >= at; i--) {
      path.add(name(frames.get(i).getMethod()));
    }
    int bci = frames.get(at).getBytecodeIndex();
    calls.merge(new Place(path.get(path.size() - 1), bci), 1L, Long::sum);
    inlinedCalls.merge(new InlinedPlace(List.copyOf(path), bci), 1L, Long::sum);
  }

  private void trap(List<RecordedFrame> frames) {
    RecordedFrame top = frames.get(0);
    stacks.putIfAbsent(
        new Place(name(top.getMethod()), top.getBytecodeIndex()),
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

  private static String name(Method method) {
    return name(method.holder(), method.name(), method.descriptor());
  }

  /// A hidden class has its number behind a slash in one source and a dot in the other.
  private static String name(String holder, String name, String descriptor) {
    return holder.replace('/', '.') + "::" + name + descriptor;
  }
}
