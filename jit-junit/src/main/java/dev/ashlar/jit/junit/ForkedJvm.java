// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The configuration of a JVM that runs a workload. Immutable: each `with…` method returns another
/// configuration.
///
/// The JVM has the class path of the test, and the test's modules on its class path too. It writes
/// HotSpot's compilation log. The log is deleted when the test's JVM exits, unless an assertion
/// failed.
///
/// HotSpot compiles in the background, and its decisions depend on the code compiled before. With
/// `-Xbatch` it compiles in the foreground, so that decisions vary less between runs.
///
/// @param jdk the folder of a JDK, 17 or later
/// @param flags the JVM flags, including system properties
/// @param repeating how long the workload is repeated; it runs at least once
/// @param timeout the time after which the JVM is killed
/// @param logFolder the folder in which logs are kept; empty to delete them
/// @param printed the methods whose machine code the JVM prints, as for [#printing]
public record ForkedJvm(
    Path jdk,
    List<String> flags,
    Duration repeating,
    Duration timeout,
    Optional<Path> logFolder,
    List<String> printed) {

  static final ForkedJvm DEFAULT =
      new ForkedJvm(
          Path.of(System.getProperty("java.home")),
          List.of(),
          Duration.ofSeconds(2),
          Duration.ofMinutes(5),
          Optional.empty(),
          List.of());

  public ForkedJvm {
    flags = List.copyOf(flags);
    printed = List.copyOf(printed);
  }

  /// Uses the JDK in this folder.
  ///
  /// @throws IllegalArgumentException if it has no `bin/java`
  public ForkedJvm withJdk(Path home) {
    if (!Files.isExecutable(home.resolve("bin/java"))
        && !Files.isExecutable(home.resolve("bin/java.exe"))) {
      throw new IllegalArgumentException(home + " is not the folder of a JDK: it has no bin/java");
    }
    return new ForkedJvm(home, flags, repeating, timeout, logFolder, printed);
  }

  /// Adds JVM flags, as `-Xbatch` or `-Dname=value`.
  public ForkedJvm withFlags(String... more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of(more));
    return new ForkedJvm(jdk, all, repeating, timeout, logFolder, printed);
  }

  /// Repeats the workload for `duration`. Zero runs it once.
  public ForkedJvm repeatingFor(Duration duration) {
    return new ForkedJvm(jdk, flags, duration, timeout, logFolder, printed);
  }

  /// Kills the JVM after `duration`; the run then fails.
  public ForkedJvm withTimeout(Duration duration) {
    return new ForkedJvm(jdk, flags, repeating, duration, logFolder, printed);
  }

  /// Keeps the log of each run in `folder`, which is created if it does not exist.
  public ForkedJvm keepingLogsIn(Path folder) {
    return new ForkedJvm(jdk, flags, repeating, timeout, Optional.of(folder), printed);
  }

  /// Makes the JVM print the machine code of these methods into the log, which assertions about
  /// loops need. The JVM needs no disassembler library. The assertions need `objdump` or
  /// `llvm-objdump` on the PATH.
  ///
  /// @param methods patterns of methods in the syntax of `-XX:CompileCommand`, with the package, as
  ///   in `com.example.Encoder::encode`; `*` at either end of a name stands for any characters
  public ForkedJvm printing(String... methods) {
    List<String> all = new ArrayList<>(printed);
    all.addAll(List.of(methods));
    return new ForkedJvm(jdk, flags, repeating, timeout, logFolder, all);
  }

  /// Runs a workload repeatedly.
  ///
  /// @param workload a class with a constructor without parameters; both may be private
  /// @throws JitAssertionError if the workload throws, the JVM's exit code is not 0, or the time
  ///   limit is exceeded
  /// @throws IllegalArgumentException if the forked JVM cannot create an instance; for example, it
  ///   cannot for a lambda
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

  /// Calls a static method without parameters repeatedly.
  ///
  /// @param method the name of the method, which may be private
  /// @throws JitAssertionError if the method throws, the JVM's exit code is not 0, or the time
  ///   limit is exceeded
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
  /// @throws JitAssertionError if the program's exit code is not 0, or the time limit is exceeded
  public JitRun main(Class<?> program, String... arguments) {
    return new Fork(this, program).start(program.getName(), List.of(arguments));
  }
}
