// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.unsafe.JdkMethods;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Follows exceptions through the frames of their threads, from a denied call to the outcome.
///
/// Exception A is the cause of a later exception B in three cases. B's message is the text of A. Or
/// B's message names a class that A made unusable. Or B is an ExceptionInInitializerError of the
/// same thread. A is a possible cause if the method that caught A throws B after its handler.
final class ExceptionFlows {
  private static final String DENIED = "java.lang.UnsupportedOperationException";
  private static final String INITIALIZER = "java.lang.ExceptionInInitializerError";
  private static final String UNUSABLE = "java.lang.NoClassDefFoundError";
  private static final String UNUSABLE_MESSAGE = "Could not initialize class ";

  /// The method that throws.
  private static final String THROWER = "beforeMemoryAccessSlow";

  /// The largest number of handlers of a thread that may still throw.
  private static final int MOST_HANDLERS = 64;

  /// A thread, with its id in entries and its name.
  record Place(String id, String name) {}

  /// An exception.
  ///
  /// @param message empty if it has none
  /// @param address the address of the object, which changes when the garbage collector moves it
  record Thrown(String type, String message, String address) {
    boolean looksLike(Thrown other) {
      return type.equals(other.type) && message.equals(other.message);
    }

    String text() {
      return message.isEmpty() ? type : type + ": " + message;
    }
  }

  /// A denied call and its outcome.
  private static final class Denial {
    final String target;
    final List<DeniedCall.Frame> left = new ArrayList<>();
    DeniedCall.@Nullable Frame handler;
    @Nullable String failedClass;
    @Nullable EndedThread ended;

    Denial(String target) {
      this.target = target;
    }
  }

  private static final class Flow {
    final Place place;
    final Thrown thrown;
    @Nullable Denial denial;
    @Nullable Flow cause;
    boolean certain = true;
    DeniedCall.@Nullable Frame last;
    DeniedCall.@Nullable Frame handler;

    Flow(Place place, Thrown thrown) {
      this.place = place;
      this.thrown = thrown;
    }

    /// {@return whether the handler is the one of `VirtualThread`, which catches all exceptions}
    boolean isCaughtByThread() {
      return handler != null
          && handler.method().holder().equals("java.lang.VirtualThread")
          && handler.method().name().equals("run");
    }

    /// {@return whether it has left the outermost method of a thread}
    boolean hasLeftThread() {
      return handler == null
          && last != null
          && (last.method().name().equals("main")
              ? place.name().equals("main")
              : last.method().name().equals("run") && last.method().descriptor().equals("()V"));
    }
  }

  /// The open exceptions of each thread: last the one in flight, before it those with a handler
  /// that may still throw.
  private final Map<String, List<Flow>> threads = new HashMap<>();

  private final List<Denial> denials = new ArrayList<>();
  private int mostDenials = MOST_HANDLERS;
  private final Map<Key, DeniedCall> calls = new LinkedHashMap<>();
  private final List<EndedThread> endedThreads = new ArrayList<>();

  /// Exceptions with a denied call as cause: by their text, and by the class that failed.
  private final Map<String, Flow> byText = new HashMap<>();

  private final Map<String, Flow> byClass = new HashMap<>();

  /// Identifies calls that are counted as one, because they differ in nothing else.
  private record Key(
      String target,
      DeniedCall.Frame caller,
      Optional<DeniedCall.Frame> handler,
      Optional<String> failedClass,
      Optional<EndedThread> ended) {}

  void left(Place place, Thrown thrown, DeniedCall.Frame frame) {
    List<Flow> flows = threads.computeIfAbsent(place.id(), id -> new ArrayList<>());
    Flow flow = continued(flows, thrown, frame);
    if (flow == null) {
      flow = started(flows, place, thrown, frame);
      flows.add(flow);
    }
    flow.handler = null;
    flow.last = frame;
    if (flow.denial == null) {
      link(flow, behindHandler(flows, flow, frame));
      flow.certain = flow.cause == null;
    }
    Denial denial = flow.denial;
    if (denial != null) {
      denial.handler = null;
      add(denial, flow, frame);
    }
  }

  /// {@return the exception of the thread that goes on, or that a handler throws again; null if it
  /// is another one}
  private static @Nullable Flow continued(List<Flow> flows, Thrown thrown, DeniedCall.Frame frame) {
    if (isThrower(thrown, frame)) {
      return null;
    }
    for (int i = flows.size() - 1; i >= 0; i--) {
      Flow flow = flows.get(i);
      if (flow.thrown.looksLike(thrown)
          && (flow.handler == null
              ? i == flows.size() - 1
              : flow.handler.method().equals(frame.method())
                  || flow.thrown.address().equals(thrown.address()))) {
        flows.subList(i + 1, flows.size()).clear();
        return flow;
      }
    }
    return null;
  }

  private Flow started(List<Flow> flows, Place place, Thrown thrown, DeniedCall.Frame frame) {
    Flow flow = new Flow(place, thrown);
    Flow before = flows.isEmpty() || flows.getLast().handler != null ? null : flows.getLast();
    if (isThrower(thrown, frame)) {
      flow.denial = new Denial(thrown.message());
      denials.add(flow.denial);
    } else if (before != null
        && thrown.type().equals(INITIALIZER)
        && before.last != null
        && before.last.method().name().equals("<clinit>")) {
      link(flow, before);
    } else if (thrown.type().equals(UNUSABLE)) {
      link(flow, byClass.get(thrown.message().replace(UNUSABLE_MESSAGE, "")));
    } else {
      link(flow, byText.get(thrown.message()));
    }
    if (before != null) {
      // It has left Java code.
      settle(before);
      flows.removeLast();
    }
    return flow;
  }

  /// {@return the exception of the thread that was caught in the method of `frame`, before it}
  private static @Nullable Flow behindHandler(List<Flow> flows, Flow flow, DeniedCall.Frame frame) {
    for (int i = flows.size() - 1; i >= 0; i--) {
      Flow caught = flows.get(i);
      DeniedCall.Frame handler = caught.handler;
      if (handler != null
          && handler.method().equals(frame.method())
          && handler.bci() <= frame.bci()) {
        flows.subList(i, flows.size()).clear();
        flows.add(flow);
        return caught;
      }
    }
    return null;
  }

  private static boolean isThrower(Thrown thrown, DeniedCall.Frame frame) {
    return thrown.type().equals(DENIED)
        && frame.method().holder().equals(JdkMethods.UNSAFE)
        && frame.method().name().equals(THROWER);
  }

  private static void link(Flow flow, @Nullable Flow cause) {
    if (cause != null) {
      flow.cause = cause;
      flow.denial = cause.denial;
    }
  }

  private void add(Denial denial, Flow flow, DeniedCall.Frame frame) {
    byText.put(flow.thrown.text(), flow);
    if (frame.method().holder().equals(JdkMethods.UNSAFE)) {
      return;
    }
    if (frame.method().name().equals("<clinit>")) {
      byClass.put(frame.method().holder(), flow);
      if (denial.failedClass == null) {
        denial.failedClass = frame.method().holder();
      }
    }
    // Later users of the class are no callers of the call.
    boolean isCaller = !flow.thrown.type().equals(UNUSABLE);
    if (denial.left.isEmpty()
        || (isCaller && !denial.left.getLast().method().equals(frame.method()))) {
      denial.left.add(frame);
    }
  }

  /// A thread found a handler. The entry does not name the handler's class: it is in the method
  /// that the exception reached last.
  void handled(String threadId, String type, int bci) {
    List<Flow> flows = threads.getOrDefault(threadId, List.of());
    Flow flow = flows.isEmpty() ? null : flows.getLast();
    if (flow == null
        || flow.handler != null
        || flow.last == null
        || !flow.thrown.type().equals(type)) {
      return;
    }
    flow.handler = new DeniedCall.Frame(flow.last.method(), bci);
    if (flow.isCaughtByThread()) {
      ended(flow, "a virtual thread");
    }
    Denial denial = flow.denial;
    if (denial == null) {
      flows.removeLast();
      return;
    }
    denial.handler = flow.handler;
    // A static initializer that catches it goes on.
    if (!type.equals(INITIALIZER)
        && flow.handler.method().name().equals("<clinit>")
        && flow.handler.method().holder().equals(denial.failedClass)) {
      byClass.remove(denial.failedClass);
      denial.failedClass = null;
    }
    // Another exception was caught there before: what is thrown from now on is caused by this one.
    Method method = flow.handler.method();
    flows.removeIf(
        other -> other != flow && other.handler != null && other.handler.method().equals(method));
    if (flows.size() > MOST_HANDLERS) {
      flows.removeFirst();
    }
    if (denials.size() > mostDenials) {
      countDone();
    }
  }

  /// Ends an exception that nothing caught.
  private void settle(Flow flow) {
    if (flow.hasLeftThread()) {
      ended(flow, flow.place.name());
    }
  }

  private void ended(Flow flow, String thread) {
    List<EndedThread.Link> chain = new ArrayList<>();
    boolean isCause = true;
    for (Flow f = flow; f != null; f = f.cause) {
      chain.add(new EndedThread.Link(f.thrown.text(), isCause));
      isCause = f.certain;
    }
    EndedThread end = new EndedThread(thread, chain, flow.denial != null);
    endedThreads.add(end);
    if (flow.denial != null) {
      flow.denial.ended = end;
    }
  }

  /// Counts the denied calls that no exception refers to any more.
  private void countDone() {
    Set<Denial> open =
        Stream.of(
                threads.values().stream().flatMap(List::stream),
                byText.values().stream(),
                byClass.values().stream())
            .flatMap(flows -> flows)
            .flatMap(flow -> Stream.ofNullable(flow.denial))
            .collect(
                Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>())));
    denials.stream().filter(denial -> !open.contains(denial)).forEach(this::count);
    denials.retainAll(open);
    mostDenials = 2 * denials.size() + MOST_HANDLERS;
  }

  private void count(Denial denial) {
    if (denial.left.isEmpty()) {
      return;
    }
    DeniedCall call =
        new DeniedCall(
            denial.target,
            denial.left,
            Optional.ofNullable(denial.handler),
            Optional.ofNullable(denial.failedClass),
            Optional.ofNullable(denial.ended),
            1);
    calls.merge(
        new Key(call.target(), call.caller(), call.handler(), call.failedClass(), call.ended()),
        call,
        (first, next) -> first.withCount(first.count() + 1));
  }

  /// {@return the outcomes of the denied calls and of the threads} No entry may follow.
  DeniedCalls calls(boolean isComplete) {
    threads.values().stream()
        .filter(flows -> !flows.isEmpty())
        .map(List::getLast)
        .filter(flow -> flow.handler == null)
        .forEach(this::settle);
    denials.forEach(this::count);
    return new DeniedCalls(
        calls.values().stream()
            .sorted(Comparator.comparing(DeniedCall::outcome).reversed())
            .toList(),
        endedThreads,
        isComplete);
  }
}
