// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.jfr;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/// Reads a JFR recording. Needs module `jdk.jfr`.
public final class RecordingEvents {
  private RecordingEvents() {}

  /// Passes each event of a recording to `visitor`.
  ///
  /// @throws IOException with the file's name, if the file cannot be read, is not a recording, or
  ///   is damaged
  public static void forEach(Path file, Consumer<RecordedEvent> visitor) throws IOException {
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedIOException("reading was interrupted");
        }
        visitor.accept(events.readEvent());
      }
    } catch (IOException e) {
      throw new IOException("cannot read the recording " + file + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  /// {@return whether an event says that samples have the exact bytecode}
  ///
  /// Without `-XX:+DebugNonSafepoints`, HotSpot knows the bytecode of compiled code at safepoints
  /// only (`debugInfoRec.cpp`). It then assigns a sample in inlined code to a neighboring call.
  public static boolean saysExact(RecordedEvent event) {
    return event.getEventType().getName().equals("jdk.BooleanFlag")
        && event.getString("name").equals("DebugNonSafepoints")
        && event.getBoolean("value");
  }

  /// {@return the frames of an event's stack, innermost first; empty if it has no stack}
  public static List<RecordedFrame> frames(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    return stack == null ? List.of() : stack.getFrames();
  }
}
