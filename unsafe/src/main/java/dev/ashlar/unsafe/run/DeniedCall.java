// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import dev.ashlar.jit.compilation.Method;
import java.util.List;
import java.util.Optional;

/// A call of Unsafe that threw because memory access is denied, with the outcome of the exception.
///
/// @param target the method of Unsafe, without parameters
/// @param left the methods that the exception left, from Unsafe outwards, each with the bytecode
///   index of its call
/// @param handler the method that finally caught the exception, or an exception that it caused;
///   empty if no method on the stack did
/// @param failedClass the class whose static initializer the exception left; each later use of this
///   class throws NoClassDefFoundError. Empty if there is none
/// @param ended the thread that ended because of the exception, or of an exception that it caused
/// @param count the number of times that the call had this caller and this outcome
public record DeniedCall(
    String target,
    List<Frame> left,
    Optional<Frame> handler,
    Optional<String> failedClass,
    Optional<EndedThread> ended,
    long count) {
  public DeniedCall {
    left = List.copyOf(left);
  }

  /// A method and a bytecode index in it.
  public record Frame(Method method, int bci) {
    /// {@return whether it is the JDK's code for reflection and method handles}
    boolean isReflection() {
      String holder = method.holder();
      return holder.startsWith("java.lang.invoke.")
          || holder.startsWith("java.lang.reflect.")
          || holder.startsWith("jdk.internal.reflect.");
    }
  }

  /// {@return the caller of Unsafe; for a call by reflection, the method that used reflection}
  public Frame caller() {
    return left.stream().filter(frame -> !frame.isReflection()).findFirst().orElse(left.getFirst());
  }

  /// {@return the methods that the exception left after the caller, from the caller outwards}
  public List<Frame> callers() {
    return left.subList(left.indexOf(caller()) + 1, left.size());
  }

  /// The outcome of the exception.
  public enum Outcome {
    /// The caller of Unsafe caught it, for example to do the task without Unsafe.
    CAUGHT_BY_CALLER("caught by the caller"),
    /// Another method caught it.
    CAUGHT("caught"),
    /// It left a static initializer, so the class cannot be used.
    CLASS_FAILED("in a static initializer"),
    /// No method caught it, and the log does not show that it ended a thread.
    UNCAUGHT("not caught"),
    /// It ended a thread, or an exception that it caused did.
    ENDED_THREAD("ended a thread");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    /// {@return whether something does not work because of the exception, as far as the log shows}
    public boolean isFailure() {
      return compareTo(CLASS_FAILED) >= 0;
    }

    /// {@return the constant as text}
    public String words() {
      return words;
    }
  }

  /// {@return the outcome of the exception}
  public Outcome outcome() {
    if (ended.isPresent()) {
      return Outcome.ENDED_THREAD;
    }
    if (failedClass.isPresent()) {
      return Outcome.CLASS_FAILED;
    }
    if (handler.isEmpty()) {
      return Outcome.UNCAUGHT;
    }
    return handler.get().method().equals(caller().method())
        ? Outcome.CAUGHT_BY_CALLER
        : Outcome.CAUGHT;
  }

  DeniedCall withCount(long other) {
    return new DeniedCall(target, left, handler, failedClass, ended, other);
  }
}
