package dev.ashlar.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// Lets a child process end as if it had been started by itself: what should end us ends the child,
/// and we live on until it has ended and its exit code is passed on.
///
/// Ctrl-C in a terminal reaches the child without us, since it is in the same process group; any
/// other signal that ends us is sent on.
final class SignalRelay implements AutoCloseable {
  /// The JVM handles a signal in a thread of this name.
  private static final String HANDLER = " handler";

  private static final List<String> RELAYED = List.of("INT", "TERM", "HUP");

  private final Process child;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::endWithChild, "signal relay");
  private volatile int exitCode;

  private SignalRelay(Process child) {
    this.child = child;
  }

  /// From now until closed, signals that would end this JVM are for `child`.
  static SignalRelay to(Process child) {
    SignalRelay relay = new SignalRelay(child);
    Runtime.getRuntime().addShutdownHook(relay.hook);
    return relay;
  }

  /// Waits for the child's end.
  int exitCode() {
    boolean waiting = true;
    while (waiting) {
      try {
        exitCode = child.waitFor();
        waiting = false;
      } catch (InterruptedException e) {
        child.destroy();
      }
    }
    return exitCode;
  }

  private void endWithChild() {
    String signal = signal();
    boolean typed = !signal.equals("TERM") && isInForeground();
    if (!typed) {
      send(signal);
    }
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(exitCode);
  }

  /// {@return the name of the signal under way; `TERM` if it cannot be told}
  private static String signal() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("SIG") && name.endsWith(HANDLER))
        .map(name -> name.substring("SIG".length(), name.length() - HANDLER.length()))
        .filter(RELAYED::contains)
        .findFirst()
        .orElse("TERM");
  }

  /// {@return whether what is typed at the terminal reaches our process group, and so the child}
  private static boolean isInForeground() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      // Fields behind the command's name: state, parent, process group, session, terminal, and the
      // terminal's process group.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return fields[2].equals(fields[5]);
    } catch (IOException e) {
      return TerminalStyle.isTerminal();
    }
  }

  private void send(String signal) {
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(child.pid())).inheritIO().start();
    } catch (IOException e) {
      child.destroy();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The end has begun; the hook passes the exit code on.
    }
  }
}
