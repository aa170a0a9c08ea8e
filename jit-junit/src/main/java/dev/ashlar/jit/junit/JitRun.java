package dev.ashlar.jit.junit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Rules;
import dev.ashlar.jit.junit.JitAssertionError.Reason;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The compilations of a run of a workload.
public final class JitRun {
  private final CompilationLog log;
  private final Path file;
  private final String workload;
  private final boolean damageAllowed;

  JitRun(CompilationLog log, Path file, String workload) {
    this(log, file, workload, false);
  }

  private JitRun(CompilationLog log, Path file, String workload, boolean damageAllowed) {
    this.log = log;
    this.file = file;
    this.workload = workload;
    this.damageAllowed = damageAllowed;
  }

  /// Returns the same run, with assertions that check only the readable part of a damaged or
  /// truncated log. By default no assertion holds for such a log, because the missing part might
  /// break it.
  public JitRun allowingDamage() {
    return new JitRun(log, file, workload, true);
  }

  /// {@return the rules that the log breaks}
  List<Rules.Broken> broken(String... sentences) {
    Rules rules = Rules.parse(List.of(sentences));
    return (damageAllowed ? rules.allowingDamage() : rules).check(log);
  }

  /// {@return the log}
  public CompilationLog log() {
    return log;
  }

  /// {@return the file of the log}
  public Path file() {
    return file;
  }

  /// Returns assertions about a method.
  ///
  /// @param name as `Map::get`, `java.util.Map::get`, or either followed by a descriptor. If
  ///   several have the name, assertions are about all of them that C2 compiled
  public MethodAssert assertThat(String name) {
    return new MethodAssert(this, name);
  }

  /// Returns assertions about a method of this class.
  ///
  /// @throws IllegalArgumentException if the class itself declares no method of that name
  public MethodAssert assertThat(Class<?> holder, String method) {
    String name = method.replaceFirst("\\(.*", "");
    if (!name.startsWith("<")
        && Arrays.stream(holder.getDeclaredMethods()).noneMatch(m -> m.getName().equals(name))) {
      throw new IllegalArgumentException(holder.getName() + " declares no method " + name);
    }
    return assertThat(holder.getName() + "::" + method);
  }

  /// Asserts rules in the notation of [Rules].
  ///
  /// @throws IllegalArgumentException if one is not a rule
  /// @throws JitAssertionError naming all that do not hold
  public JitRun obeys(String... rules) {
    List<Rules.Broken> broken = broken(rules);
    if (!broken.isEmpty()) {
      StringBuilder message = new StringBuilder();
      broken.forEach(b -> message.append(b.rule()).append(": ").append(b.why()).append('\n'));
      throw failure(Reason.RULE_BROKEN, message.toString());
    }
    return this;
  }

  /// Keeps the log, so that the reader of the message has it.
  JitAssertionError failure(Reason reason, String message) {
    Logs.keep(file);
    return new JitAssertionError(
        reason,
        message.stripTrailing()
            + "\n"
            + workload
            + ", JDK "
            + log.vm().jdk()
            + "; the log is kept in "
            + file);
  }
}
