package dev.ashlar.jit.junit;

import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// How to start the JVM that a workload runs in. Immutable: each `with…` makes another.
///
/// The JVM has the class path of the test, and only that: what the test runs as modules is on the
/// class path there. It writes HotSpot's compilation log, which is deleted with the end of the
/// test's JVM unless an assertion failed.
///
/// HotSpot compiles in the background, and what it decides depends on what has been compiled until
/// then. With `-Xbatch` among the flags it compiles at once, and decides alike from run to run.
///
/// @param jdk folder of the JDK; 17 or later
/// @param flags JVM flags, system properties among them
/// @param repeating how long a workload is run again and again; it runs once at least
/// @param timeout after which the JVM is killed
/// @param logFolder where logs stay; empty if they need not
public record ForkedJvm(
    Path jdk, List<String> flags, Duration repeating, Duration timeout, Optional<Path> logFolder) {

  static final ForkedJvm DEFAULT =
      new ForkedJvm(
          Path.of(System.getProperty("java.home")),
          List.of(),
          Duration.ofSeconds(2),
          Duration.ofMinutes(5),
          Optional.empty());

  public ForkedJvm {
    flags = List.copyOf(flags);
  }

  /// Another JDK, by its folder.
  ///
  /// @throws IllegalArgumentException if there is no `bin/java` in it
  public ForkedJvm withJdk(Path home) {
    if (!Files.isExecutable(home.resolve("bin/java"))
        && !Files.isExecutable(home.resolve("bin/java.exe"))) {
      throw new IllegalArgumentException(home + " is not the folder of a JDK: it has no bin/java");
    }
    return new ForkedJvm(home, flags, repeating, timeout, logFolder);
  }

  /// More JVM flags, as `-Xbatch` or `-Dname=value`.
  public ForkedJvm withFlags(String... more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of(more));
    return new ForkedJvm(jdk, all, repeating, timeout, logFolder);
  }

  /// Runs the workload again and again for this long; zero for once.
  public ForkedJvm repeatingFor(Duration duration) {
    return new ForkedJvm(jdk, flags, duration, timeout, logFolder);
  }

  /// Kills the JVM after this time, and fails.
  public ForkedJvm withTimeout(Duration duration) {
    return new ForkedJvm(jdk, flags, repeating, duration, logFolder);
  }

  /// Keeps the log of each run in this folder, which is made if it is missing.
  public ForkedJvm keepingLogsIn(Path folder) {
    return new ForkedJvm(jdk, flags, repeating, timeout, Optional.of(folder));
  }

  /// Runs a workload again and again.
  ///
  /// @param workload with a constructor without parameters; neither need be public
  /// @throws JitAssertionError if it throws, ends the JVM with another code than 0, or takes too
  ///   long
  /// @throws IllegalArgumentException if the other JVM could not make one, as of a lambda's class
  public JitRun run(Class<? extends Runnable> workload) {
    boolean constructible =
        Arrays.stream(workload.getDeclaredConstructors()).anyMatch(c -> c.getParameterCount() == 0);
    if (workload.isHidden() || !constructible) {
      throw new IllegalArgumentException(
          workload.getName()
              + " cannot be made in another JVM: it takes a class with a name, static if it is"
              + " inside of another, and a constructor without parameters");
    }
    return new Fork(this, workload)
        .start(
            Launcher.class.getName(),
            List.of(Long.toString(repeating.toMillis()), workload.getName()));
  }

  /// Calls a static method without parameters again and again.
  ///
  /// @param method which need not be public
  /// @throws JitAssertionError as [#run] does
  /// @throws IllegalArgumentException if the class declares no such method
  public JitRun call(Class<?> holder, String method) {
    boolean declared =
        Arrays.stream(holder.getDeclaredMethods())
            .filter(m -> m.getName().equals(method) && m.getParameterCount() == 0)
            .anyMatch(m -> Modifier.isStatic(m.getModifiers()));
    if (!declared) {
      throw new IllegalArgumentException(
          holder.getName() + " declares no static method " + method + " without parameters");
    }
    return new Fork(this, holder)
        .start(
            Launcher.class.getName(),
            List.of(Long.toString(repeating.toMillis()), holder.getName(), method));
  }

  /// Runs a program once, to its end.
  ///
  /// @throws JitAssertionError if it ends with another code than 0, or takes too long
  public JitRun main(Class<?> program, String... arguments) {
    return new Fork(this, program).start(program.getName(), List.of(arguments));
  }
}
