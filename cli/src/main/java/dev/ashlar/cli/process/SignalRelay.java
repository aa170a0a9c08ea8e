// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.process;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Forwards signals to a child process. A signal that would end this process ends the child
/// instead. This process then exits with the child's exit code.
///
/// A signal to the process group, such as Ctrl-C in a terminal, reaches the child directly. A
/// signal to this process only is forwarded.
public final class SignalRelay implements AutoCloseable {
  /// The JVM handles a signal in a thread of this name.
  private static final String HANDLER = " handler";

  private static final List<String> RELAYED = List.of("INT", "TERM", "HUP");

  /// The interval of the checks for a further signal while the child ends.
  private static final long POLL_MILLIS = 100;

  private static final long HOOK_MILLIS = 500;

  private final CompletableFuture<Process> child = new CompletableFuture<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Thread hook = new Thread(this::endWithChild, "signal relay");
  private final Set<Thread> relayed = new HashSet<>();
  private GroupProbe probe = GroupProbe.start();
  private volatile int exitCode;

  private SignalRelay() {}

  /// Starts a child. Signals that would end this JVM are sent to the child, from shortly before its
  /// start until this object is closed.
  public static SignalRelay start(ProcessBuilder builder) throws IOException {
    SignalRelay relay = new SignalRelay();
    Runtime.getRuntime().addShutdownHook(relay.hook);
    try {
      relay.child.complete(builder.start());
      return relay;
    } catch (IOException e) {
      relay.child.cancel(false);
      relay.close();
      throw e;
    }
  }

  /// Waits for the child to end, and returns its exit code.
  public int exitCode() {
    boolean waiting = true;
    while (waiting) {
      try {
        exitCode = child.join().waitFor();
        waiting = false;
      } catch (InterruptedException e) {
        child.join().destroy();
      }
    }
    return exitCode;
  }

  public Process child() {
    return child.join();
  }

  /// {@return whether a signal is ending this process} Print all messages before [#close], which
  /// may end this process.
  public boolean isEnding() throws InterruptedException {
    // The child may end by the same signal sooner than the hook begins.
    if (!child.join().isAlive() && child.join().exitValue() != 0) {
      ending.await(HOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
    return ending.getCount() == 0;
  }

  /// The hook runs once, so it looks for the signals that follow the first one too.
  private void endWithChild() {
    ending.countDown();
    try {
      child.join();
      relayNew();
      if (relayed.isEmpty()) {
        relay("TERM");
      }
      while (!closed.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        relayNew();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (CancellationException e) {
      // There is no child; the JVM ends as it would without us.
      return;
    }
    Runtime.getRuntime().halt(exitCode);
  }

  private void relayNew() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      String name = thread.getName();
      if (name.startsWith("SIG") && name.endsWith(HANDLER)) {
        String signal = name.substring("SIG".length(), name.length() - HANDLER.length());
        if (RELAYED.contains(signal) && relayed.add(thread)) {
          relay(signal);
        }
      }
    }
  }

  private void relay(String signal) throws InterruptedException {
    if (probe.isReached(signal)) {
      probe.close();
      probe = GroupProbe.start();
    } else {
      send(signal);
    }
  }

  private void send(String signal) {
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(child.join().pid()))
          .inheritIO()
          .start();
    } catch (IOException e) {
      child.join().destroy();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
      probe.close();
    } catch (IllegalStateException e) {
      // The end has begun; the hook passes the exit code on.
    }
  }
}
