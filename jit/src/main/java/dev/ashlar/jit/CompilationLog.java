package dev.ashlar.jit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a HotSpot compilation log says. Immutable.
///
/// Of each method the last call tree is kept, C2's if there is one: what the compilers thought
/// before, on thinner evidence, is not what runs. Logs that are torn, cut off or of a killed JVM
/// are read as far as they go, and [#unread] counts the rest.
public final class CompilationLog {
  private final boolean recognised;
  private final Vm vm;
  private final List<Task> tasks;
  private final List<Trap> traps;
  private final List<Unread> unread;
  private final List<Path> parts;
  private final double endSeconds;
  private final @Nullable Recording recording;
  private final @Nullable Duration cpuTime;
  private final List<JdkImage> jdks;
  private final Map<Method, List<Task>> byMethod = new LinkedHashMap<>();

  private record Told(List<Finding> findings, Optional<String> whyNoJdkLines) {}

  /// Text, page and JSON of a log each ask for them.
  private volatile @Nullable Told told;

  CompilationLog(
      boolean recognised,
      Vm vm,
      List<Task> tasks,
      List<Trap> traps,
      List<Unread> unread,
      List<Path> parts,
      double endSeconds,
      @Nullable Recording recording,
      @Nullable Duration cpuTime,
      List<JdkImage> jdks) {
    this.recognised = recognised;
    this.vm = vm;
    this.tasks = tasks;
    this.traps = traps;
    this.unread = unread;
    this.parts = parts;
    this.endSeconds = endSeconds;
    this.recording = recording;
    this.cpuTime = cpuTime;
    this.jdks = jdks;
    for (Task task : tasks) {
      byMethod.computeIfAbsent(task.method(), m -> new ArrayList<>(2)).add(task);
    }
  }

  /// {@return the flags that make a HotSpot JVM write its log to `file`}; `%p` in its name stands
  /// for the process id.
  public static List<String> jvmFlags(Path file) {
    return List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+LogCompilation", "-XX:LogFile=" + file);
  }

  /// {@return whether a JVM's flag only has to do with writing a log}
  static boolean isLogFlag(String flag) {
    return jvmFlags(Path.of("")).stream().anyMatch(flag::startsWith);
  }

  /// Reads the log in `file` once, from its beginning to its end; memory is needed for what is
  /// kept, not for the file. If the JVM was killed, the files that its compiler threads left behind
  /// are read too, where the log names them and they are still there or in the log's folder.
  ///
  /// @throws IOException if the file cannot be read; what is in it is never a reason
  public static CompilationLog read(Path file) throws IOException {
    return new LogReader().read(file);
  }

  /// {@return whether the file has anything of a compilation log at all}
  public boolean isRecognised() {
    return recognised || !tasks.isEmpty();
  }

  /// {@return why the log can tell nothing of any call, in words; empty if C2 compiled something}
  ///
  /// That nothing is found in such a log says nothing of the program.
  public Optional<String> whyNothing() {
    if (tasks.stream().anyMatch(Task::isC2)) {
      return Optional.empty();
    }
    if (!unread.isEmpty()) {
      return Optional.of("no compilation by C2 could be read, and the log is damaged");
    }
    if (!tasks.isEmpty()) {
      return Optional.of("C2 compiled nothing, and findings are about its code");
    }
    return Optional.of(
        vm.arguments().contains("-Xint")
            ? "with -Xint nothing is compiled"
            : "HotSpot compiled nothing: the program ended before any code was hot");
  }

  /// {@return the JVM that wrote it}
  public Vm vm() {
    return vm;
  }

  /// {@return when the JVM ended, since its start; empty if the log does not say}
  public OptionalDouble endSeconds() {
    return Double.isNaN(endSeconds) ? OptionalDouble.empty() : OptionalDouble.of(endSeconds);
  }

  /// {@return all compilations by their time, C1's and C2's}
  public List<Task> tasks() {
    return tasks;
  }

  /// {@return the traps that were hit at run time, the most frequent first}
  public List<Trap> traps() {
    return traps;
  }

  /// {@return what could not be read}
  public List<Unread> unread() {
    return unread;
  }

  /// {@return the files that the compiler threads of a killed JVM left behind, and that were read}
  public List<Path> parts() {
    return parts;
  }

  /// {@return the recording that the findings are ranked by; empty if there is none}
  public Optional<Recording> recording() {
    return Optional.ofNullable(recording);
  }

  /// {@return the compilations of `method` by their time}
  public List<Task> tasksOf(Method method) {
    return List.copyOf(byMethod.getOrDefault(method, List.of()));
  }

  /// The compiled methods that a name means.
  ///
  /// @param name as `Map::get`, `java.util.Map::get`, or either with a descriptor behind it; a dot
  ///   or a `#` may stand for `::`, slashes for the dots of the package
  /// @throws IllegalArgumentException if there is no name in it
  public List<Method> methodsNamed(String name) {
    MethodName wanted = MethodName.parse(name);
    return byMethod.keySet().stream().filter(wanted::matches).toList();
  }

  /// {@return the methods in whose code of C2's one of that name is inlined}
  ///
  /// @param name as for [#methodsNamed]
  public List<Method> methodsInlining(String name) {
    MethodName wanted = MethodName.parse(name);
    Set<Method> callers = new LinkedHashSet<>();
    for (Task word : lastC2Words()) {
      word.forEachDecision((path, site, decision) -> {
        if (decision.verdict() == Verdict.INLINED && wanted.matches(decision.target())) {
          callers.add(word.method());
        }
      });
    }
    return List.copyOf(callers);
  }

  /// C2's last words on the methods of that name: first on their code for callers, then on that for
  /// a running loop, then on where others have them inlined; of each the latest first.
  ///
  /// @param name as for [#methodsNamed]
  public List<CallTree> codeOf(String name) {
    MethodName wanted = MethodName.parse(name);
    Deque<CallTree> called = new ArrayDeque<>();
    Deque<CallTree> entered = new ArrayDeque<>();
    Deque<CallTree> inlined = new ArrayDeque<>();
    for (Task word : lastC2Words()) {
      CallTree tree = word.tree();
      if (tree != null) {
        if (wanted.matches(tree.method())) {
          (word.isOsr() ? entered : called).addFirst(tree);
        }
        tree.forEachDecision((path, site, decision) -> {
          CallTree body = decision.body();
          if (body != null && wanted.matches(body.method())) {
            inlined.addFirst(body);
          }
        });
      }
    }
    List<CallTree> all = new ArrayList<>(called);
    all.addAll(entered);
    all.addAll(inlined);
    return List.copyOf(all);
  }

  /// The last word on a method's ordinary code: C2's if there is any, else C1's.
  ///
  /// @return null if it was never compiled
  public @Nullable Task lastWord(Method method) {
    Task last = null;
    for (Task task : byMethod.getOrDefault(method, List.of())) {
      if (!task.isOsr() && task.succeeded() && (last == null || !last.isC2() || task.isC2())) {
        last = task;
      }
    }
    return last;
  }

  /// {@return the compilations whose trees are the last word on some code, C2's only}
  List<Task> lastC2Words() {
    return tasks.stream().filter(t -> t.isC2() && t.succeeded() && t.tree() != null).toList();
  }

  /// {@return this log, together with a recording of the same run}
  public CompilationLog with(Recording other) {
    return new CompilationLog(
        recognised, vm, tasks, traps, unread, parts, endSeconds, other, cpuTime, jdks);
  }

  /// {@return this log, together with the CPU time of its JVM, which no log has}
  public CompilationLog with(Duration otherCpuTime) {
    return new CompilationLog(
        recognised, vm, tasks, traps, unread, parts, endSeconds, recording, otherCpuTime, jdks);
  }

  /// {@return the CPU time of the JVM in all its threads; empty unless it was given}
  public Optional<Duration> cpuTime() {
    return Optional.ofNullable(cpuTime);
  }

  /// {@return how long its compilers were at work, waits included}
  public double compilerSeconds() {
    return tasks.stream()
        .mapToDouble(task -> task.endSeconds() - task.startSeconds())
        .filter(seconds -> seconds > 0)
        .sum();
  }

  /// {@return this log, with JDKs whose class files may tell the lines of the JDK's own methods}
  ///
  /// The one that counts is that of the log's full version, among these or the one that runs this.
  /// A JDK that the log names is not used by itself: anybody may have written the log.
  public CompilationLog withJdks(Collection<JdkImage> others) {
    return new CompilationLog(
        recognised,
        vm,
        tasks,
        traps,
        unread,
        parts,
        endSeconds,
        recording,
        cpuTime,
        List.copyOf(others));
  }

  /// What costs time, and notes: problems first, those with enough CPU samples of a recording by
  /// these, the rest by heat. Lines are told where the JVM's class path is still there, and its JDK
  /// is the one that runs this or one of [#withJdks].
  public List<Finding> findings() {
    return told().findings;
  }

  private Told told() {
    Told known = told;
    if (known == null) {
      try (ClassFiles classes = ClassFiles.of(vm, jdks)) {
        List<Finding> all = new Findings(this, classes, recording).all();
        known = new Told(all, classes.whyNoJdk());
      }
      told = known;
    }
    return known;
  }

  /// {@return why [#findings] in the JDK's own methods have no lines, and what to do about it;
  /// empty if they have, or there are none}
  public Optional<String> whyNoJdkLines() {
    return told().whyNoJdkLines;
  }

  /// {@return the source lines of this log's methods, to be closed}
  public SourceLines sourceLines() {
    return new SourceLines(ClassFiles.of(vm, jdks));
  }

  /// {@return of [#findings] those in the code that runs when these methods are called: in their
  /// call trees, and in those of the methods they call}
  ///
  /// Which method a virtual call runs is known of the inlined receivers only.
  public List<Finding> findingsBelow(Collection<Method> methods) {
    Set<Method> reached = new Reach(this).from(methods);
    return findings().stream().filter(f -> reached.contains(f.root())).toList();
  }
}
