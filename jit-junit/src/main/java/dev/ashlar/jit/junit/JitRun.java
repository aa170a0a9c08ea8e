package dev.ashlar.jit.junit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Rules;
import dev.ashlar.jit.junit.JitAssertionError.Reason;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// What the compilers did while a workload ran.
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

  /// The same run, whose log may be damaged or cut off, as that of a killed JVM is: assertions are
  /// about what could be read. Otherwise none holds for such a log, since what it lacks may be what
  /// breaks it.
  public JitRun allowingDamage() {
    return new JitRun(log, file, workload, true);
  }

  /// {@return what the log breaks of these rules}
  List<Rules.Broken> broken(String... sentences) {
    Rules rules = Rules.parse(List.of(sentences));
    return (damageAllowed ? rules.allowingDamage() : rules).check(log);
  }

  /// {@return all that the log says}
  public CompilationLog log() {
    return log;
  }

  /// {@return where the log is}
  public Path file() {
    return file;
  }

  /// Begins with a method.
  ///
  /// @param name as `Map::get`, `java.util.Map::get`, or either with a descriptor behind it; if
  ///   several have the name, everything asserted is about all of them that C2 compiled
  public MethodAssert assertThat(String name) {
    return new MethodAssert(this, name);
  }

  /// Begins with a method of this class.
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

  /// Asserts rules, one sentence each, as [Rules] has them.
  ///
  /// @throws IllegalArgumentException if one is no rule
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

  /// Keeps the log, for whoever reads the message.
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
