// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.asm.CodeAnalysis;
import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.asm.MachineLoops;
import dev.ashlar.jit.asm.PrintedCode;
import dev.ashlar.jit.junit.JitAssertionError.Reason;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.MachineCodeLog;
import dev.ashlar.jit.rules.CompiledLoops;
import dev.ashlar.jit.rules.Rules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The compilations of a run of a workload.
public final class JitRun {
  private final CompilationLog log;
  private final Path file;
  private final String workload;
  private final boolean damageAllowed;
  private @Nullable CompiledLoops loops;

  JitRun(CompilationLog log, Path file, String workload) {
    this(log, file, workload, false);
  }

  private JitRun(CompilationLog log, Path file, String workload, boolean damageAllowed) {
    this.log = log;
    this.file = file;
    this.workload = workload;
    this.damageAllowed = damageAllowed;
  }

  /// Returns the same run with assertions that check only the readable part of a damaged or
  /// truncated log. By default no assertion holds for such a log, because the missing part might
  /// break it.
  public JitRun allowingDamage() {
    return new JitRun(log, file, workload, true);
  }

  /// {@return the rules that the log breaks}
  List<Rules.Broken> broken(String... sentences) {
    Rules rules = Rules.parse(List.of(sentences));
    return (damageAllowed ? rules.allowingDamage() : rules)
        .check(log, rules.needMachineCode() ? loops() : CompiledLoops.NONE);
  }

  /// {@return the loops in the machine code of the log}
  private CompiledLoops loops() {
    CompiledLoops known = loops;
    if (known == null) {
      known = readLoops();
      loops = known;
    }
    return known;
  }

  private CompiledLoops readLoops() {
    try {
      MachineCodeLog printed = PrintedCode.read(file, MachineCode::isC2);
      List<CodeReading> readings = new ArrayList<>();
      for (MachineCode code : printed.lastVersions()) {
        List<Decoder> decoders = Decoders.installed(code.architecture());
        readings.add(
            decoders.isEmpty()
                ? CodeAnalysis.undecoded(code)
                : CodeAnalysis.of(code, decoders.get(0)));
      }
      return new MachineLoops(readings, printed.parseProblems());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the machine code in " + file, e);
    }
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
  /// @param name the name, as `Map::get`, `java.util.Map::get`, or either followed by a descriptor.
  ///   If several methods have the name, the assertions are about all of them that C2 compiled
  public MethodAssert assertThat(String name) {
    return new MethodAssert(this, name);
  }

  /// Returns assertions about a method of `holder`.
  ///
  /// @param method the name, which a descriptor may follow
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
  /// @throws IllegalArgumentException if a text is not a rule
  /// @throws JitAssertionError naming all rules that do not hold
  public JitRun obeys(String... rules) {
    List<Rules.Broken> broken = broken(rules);
    if (!broken.isEmpty()) {
      StringBuilder message = new StringBuilder();
      broken.forEach(b -> message.append(b.rule()).append(": ").append(b.why()).append('\n'));
      throw failure(Reason.RULE_BROKEN, message.toString());
    }
    return this;
  }

  /// Keeps the log, so that whoever reads the message can open it.
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
