// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.memory;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The stack at which a block was allocated or freed. Equal stacks are one object.
final class Stack {
  /// Stands for a stack that was not recorded.
  static final Stack UNKNOWN = new Stack(new StackTraceElement[0]);

  /// Stands for the stack of a buffer that was not freed by a call.
  static final Stack COLLECTED = new Stack(new StackTraceElement[0]);

  private static final int MOST_FRAMES = 24;
  private static final int INTERVAL = Checks.chosen().stackInterval();
  private static final String OWN = "dev.ashlar.unsafe.agent.";
  private static final StackWalker WALKER = StackWalker.getInstance();
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final ConcurrentHashMap<List<Frame>, Stack> ALL = new ConcurrentHashMap<>();

  private record Frame(String owner, String method, int at) {}

  private final StackTraceElement[] elements;

  private Stack(StackTraceElement[] elements) {
    this.elements = elements;
  }

  /// {@return the current stack at every n-th call, else [#UNKNOWN]}
  static Stack sampled() {
    return INTERVAL == 1 || Math.floorMod(COUNT.getAndIncrement(), INTERVAL) == 0
        ? current()
        : UNKNOWN;
  }

  /// {@return the current stack if `allocated` was recorded, else [#UNKNOWN]}
  static Stack ofSame(Stack allocated) {
    return allocated == UNKNOWN ? UNKNOWN : current();
  }

  private static Stack current() {
    List<StackWalker.StackFrame> frames =
        WALKER.walk(stream ->
            stream
                .dropWhile(frame -> frame.getClassName().startsWith(OWN))
                .limit(MOST_FRAMES)
                .toList());
    List<Frame> key =
        frames.stream()
            .map(f -> new Frame(f.getClassName(), f.getMethodName(), f.getByteCodeIndex()))
            .toList();
    Stack known = ALL.get(key);
    return known != null
        ? known
        : ALL.computeIfAbsent(
            key,
            _ ->
                new Stack(
                    frames.stream()
                        .map(StackWalker.StackFrame::toStackTraceElement)
                        .toArray(StackTraceElement[]::new)));
  }

  List<StackTraceElement> elements() {
    return List.of(elements);
  }

  Throwable trace(String label, @Nullable Throwable cause) {
    return new Trace(
        this == UNKNOWN ? label + " a place that was not recorded (see check=stacks=N)" : label,
        cause,
        elements);
  }

  private static final class Trace extends Throwable {
    private static final long serialVersionUID = 1;

    private Trace(String label, @Nullable Throwable cause, StackTraceElement[] elements) {
      super(label, cause);
      setStackTrace(elements);
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }

    /// Returns the stack without the name of this class.
    @Override
    @SuppressWarnings("OverrideThrowableToString")
    public String toString() {
      return String.valueOf(getMessage());
    }
  }
}
