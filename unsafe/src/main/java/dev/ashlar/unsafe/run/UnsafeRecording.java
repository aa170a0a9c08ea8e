// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.internal.jfr.RecordingEvents;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.Member;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;

/// The content of a JFR recording about Unsafe: CPU samples by method, and the calls that were
/// linked. Needs module `jdk.jfr`.
public final class UnsafeRecording {
  /// JFR settings that enable only the events read here. JVMs before JDK 22 ignore the last event.
  public static final String SETTINGS =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <configuration version="2.0" label="Ashlar" provider="Ashlar">
        <event name="jdk.ExecutionSample">
          <setting name="enabled">true</setting>
          <setting name="period">10 ms</setting>
        </event>
        <event name="jdk.BooleanFlag">
          <setting name="enabled">true</setting>
          <setting name="period">everyChunk</setting>
        </event>
        <event name="jdk.DeprecatedInvocation">
          <setting name="enabled">true</setting>
          <setting name="stackTrace">true</setting>
          <setting name="level">forRemoval</setting>
        </event>
      </configuration>
      """;

  private static final Pattern HIDDEN = Pattern.compile("\\.(0x[0-9a-f]+)$");

  static final UnsafeRecording NONE = new UnsafeRecording();

  /// The first link of a call.
  record Link(OptionalInt line, Instant time) {}

  private final Map<Method, Long> samples = new HashMap<>();
  private final Map<UnsafeRun.Key, Link> links = new LinkedHashMap<>();
  private long sampleCount;
  private boolean exact;

  private UnsafeRecording() {}

  /// Reads the recording in `file`.
  ///
  /// @throws IOException if it cannot be read, or is not a recording
  static UnsafeRecording read(Path file) throws IOException {
    UnsafeRecording recording = new UnsafeRecording();
    RecordingEvents.forEach(file, recording::add);
    return recording;
  }

  private void add(RecordedEvent event) {
    exact |= RecordingEvents.saysExact(event);
    List<RecordedFrame> frames = RecordingEvents.frames(event);
    if (!frames.isEmpty()) {
      switch (event.getEventType().getName()) {
        case "jdk.ExecutionSample" -> sample(frames);
        case "jdk.DeprecatedInvocation" -> link(event, frames.getFirst());
        default -> {
          // Recordings with other settings have more events.
        }
      }
    }
  }

  /// A sample counts for the innermost method that is not Unsafe's own.
  private void sample(List<RecordedFrame> frames) {
    sampleCount++;
    frames.stream()
        .map(RecordedFrame::getMethod)
        .filter(method -> !isUnsafe(method.getType().getName()))
        .findFirst()
        .ifPresent(method -> samples.merge(method(method), 1L, Long::sum));
  }

  private static boolean isUnsafe(String type) {
    return type.equals(JdkMethods.UNSAFE) || type.equals(JdkMethods.INTERNAL_UNSAFE);
  }

  private void link(RecordedEvent event, RecordedFrame caller) {
    RecordedMethod target = event.getValue("method");
    if (target.getType().getName().equals(JdkMethods.UNSAFE)) {
      int line = caller.getLineNumber();
      links.putIfAbsent(
          new UnsafeRun.Key(
              method(caller.getMethod()),
              caller.getBytecodeIndex(),
              new Member(JdkMethods.UNSAFE, target.getName(), target.getDescriptor())),
          new Link(
              line > 0 ? OptionalInt.of(line) : OptionalInt.empty(),
              event.getInstant("invocationTime")));
    }
  }

  /// The address of a hidden class, as that of a method reference, follows a dot in a recording and
  /// a slash in the compilation log.
  private static Method method(RecordedMethod method) {
    String holder = HIDDEN.matcher(method.getType().getName()).replaceFirst("/$1");
    return new Method(holder, method.getName(), method.getDescriptor(), -1);
  }

  /// {@return the number of samples; 0 unless they are [#isExact]}
  long sampleCount() {
    return exact ? sampleCount : 0;
  }

  /// {@return whether a sample names the method that ran} If not, a sample in inlined code may name
  /// another method.
  boolean isExact() {
    return exact;
  }

  long samplesIn(Method method) {
    return exact ? samples.getOrDefault(method, 0L) : 0;
  }

  Map<UnsafeRun.Key, Link> links() {
    return links;
  }
}
