// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.AllocationSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.CodeCacheUse;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.MethodName;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.jit.compilation.Trap;
import dev.ashlar.jit.compilation.Verdict;
import dev.ashlar.jit.compilation.Vm;
import dev.ashlar.jit.internal.classfile.ClassFiles;
import dev.ashlar.jit.internal.reader.LogContent;
import dev.ashlar.jit.internal.reader.LogReader;
import dev.ashlar.jit.internal.reader.RecordingReader;
import dev.ashlar.jit.internal.reader.UnifiedLogReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A HotSpot compilation log, or the parts of one in a JFR recording or a unified log. Immutable.
///
/// It has the call trees of the current code of each method: C2's if there is any, else C1's.
/// Damaged and truncated logs are read as far as possible, and [#parseProblems] counts the
/// problems.
public final class CompilationLog {
  private final LogContent content;
  private final @Nullable Recording recording;
  private final @Nullable Duration cpuTime;
  private final List<JdkImage> jdks;
  private final Map<Method, List<Compilation>> byMethod;

  private record Result(List<Finding> findings, Optional<String> whyNoJdkLines) {}

  /// Computed once: text, page and JSON all use them. Only [#withSourceLines] reads class files.
  private volatile @Nullable Result result;

  private CompilationLog(
      LogContent content,
      @Nullable Recording recording,
      @Nullable Duration cpuTime,
      List<JdkImage> jdks) {
    this.content = content;
    this.recording = recording;
    this.cpuTime = cpuTime;
    this.jdks = jdks;
    this.byMethod = byMethod(content.compilations().stream());
  }

  static Map<Method, List<Compilation>> byMethod(Stream<Compilation> compilations) {
    return compilations.collect(
        Collectors.groupingBy(Compilation::method, LinkedHashMap::new, Collectors.toList()));
  }

  /// {@return the flags that make a HotSpot JVM write its log to `file`} In the file name, `%p`
  /// stands for the process id.
  public static List<String> jvmFlags(Path file) {
    return List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+LogCompilation", "-XX:LogFile=" + file);
  }

  /// Reads the log in `file` once, as a stream. The memory needed depends on the result, not on the
  /// size of the file. If the JVM was killed, this method also reads the files of its compiler
  /// threads, at the path in the log or in the log's folder.
  ///
  /// @throws IOException if the file cannot be read, or the thread is interrupted; damaged content
  ///   throws nothing
  public static CompilationLog read(Path file) throws IOException {
    return new CompilationLog(new LogReader().read(file), null, null, List.of());
  }

  /// Reads the parts of a compilation log that a JFR recording or a unified log has: compilations,
  /// uncommon traps, and decisions about inlining, without counts. Rotated files of a unified log
  /// are read too. [#notKnown] names the missing parts. Rules and differences need a complete log,
  /// and do not check that they get one.
  ///
  /// A recording needs module `jdk.jfr`.
  ///
  /// @throws IOException if the file cannot be read, or is a damaged recording
  public static CompilationLog readPartial(Path file) throws IOException {
    return Recording.isRecording(file)
        ? new CompilationLog(
            new RecordingReader().read(file), Recording.read(file), null, List.of())
        : new CompilationLog(new UnifiedLogReader().read(file), null, null, List.of());
  }

  /// {@return sentences that name the missing parts; empty for a compilation log}
  public List<String> notKnown() {
    return content.notKnown();
  }

  /// {@return whether the file is a log that this class can read}
  public boolean isRecognized() {
    return content.recognized() || !compilations().isEmpty();
  }

  /// {@return the reason why this log cannot have findings, such as `-Xint`; empty if it can}
  public Optional<String> whyNothing() {
    if (topTier().equals("Graal")) {
      return Optional.of("Graal compiled in place of C2, and findings are about C2's code");
    }
    if (!notKnown().isEmpty() && !(compilations().isEmpty() && traps().isEmpty())) {
      return Optional.empty();
    }
    if (compilations().stream().anyMatch(Compilation::isC2)) {
      return Optional.empty();
    }
    if (!parseProblems().isEmpty()) {
      return Optional.of("no compilation by C2 could be read, and the log is damaged");
    }
    if (!compilations().isEmpty()) {
      return Optional.of("C2 compiled nothing, and findings are about its code");
    }
    return Optional.of(
        vm().arguments().contains("-Xint")
            ? "with -Xint nothing is compiled"
            : notKnown().isEmpty()
                ? "HotSpot compiled nothing: the program ended before any code was hot"
                : "HotSpot compiled and deoptimized nothing meanwhile");
  }

  /// {@return the JVM that wrote the log}
  public Vm vm() {
    return content.vm();
  }

  /// {@return the flags of the command line, without the flags that write the log or the recording}
  public List<String> ownArguments() {
    List<String> ours = jvmFlags(Path.of(""));
    return vm().arguments().stream()
        .filter(flag ->
            !flag.equals("-XX:+IgnoreUnrecognizedVMOptions")
                && ours.stream().noneMatch(flag::startsWith)
                && !Recording.isFlag(flag))
        .toList();
  }

  /// {@return the JVM's run time in seconds; empty if the end of the log is missing}
  public OptionalDouble endSeconds() {
    return Double.isNaN(content.endSeconds())
        ? OptionalDouble.empty()
        : OptionalDouble.of(content.endSeconds());
  }

  /// {@return all compilations, ordered by start time}
  public List<Compilation> compilations() {
    return content.compilations();
  }

  /// {@return the compiler of the highest tier: `C2`, or `Graal` in its place}
  public String topTier() {
    return compilations().stream().anyMatch(one -> one.level() == Compilation.GRAAL)
        ? "Graal"
        : "C2";
  }

  /// {@return the uncommon traps that were hit, the most frequent first}
  public List<Trap> traps() {
    return content.traps();
  }

  /// {@return the work of the compilers, in numbers}
  public CompilerStatistics compilerStatistics() {
    return CompilerStatistics.of(this);
  }

  /// {@return the use of the code cache}
  public CodeCacheUse codeCache() {
    return content.codeCache();
  }

  /// {@return the allocations of objects in C2's current code; empty for a partial log}
  ///
  /// Remaining allocations come first, the most frequent one at the front. Then come eliminated
  /// allocations.
  public List<AllocationSite> allocationSites() {
    // A partial log does not have what C2 eliminated.
    return notKnown().isEmpty() ? new AllocationSites(currentC2Code()).sites() : List.of();
  }

  /// {@return the parts of the log that could not be read; empty if there are none}
  public List<ParseProblem> parseProblems() {
    return content.parseProblems();
  }

  /// {@return the other files that were read: files of a killed JVM's compiler threads, or rotated
  /// files}
  public List<Path> parts() {
    return content.parts();
  }

  /// {@return the JFR recording that ranks the findings; empty if there is none}
  public Optional<Recording> recording() {
    return Optional.ofNullable(recording);
  }

  /// {@return the compilations of `method`, ordered by start time}
  public List<Compilation> compilationsOf(Method method) {
    return List.copyOf(byMethod.getOrDefault(method, List.of()));
  }

  /// Returns the compiled methods with the given name.
  ///
  /// @param name the name, as `Map::get`, `java.util.Map::get`, or either followed by a descriptor.
  ///   `.` and `#` are accepted for `::`, and slashes for the dots of the package
  /// @throws IllegalArgumentException if the name of a method is missing
  public List<Method> methodsNamed(String name) {
    MethodName wanted = MethodName.parse(name);
    return byMethod.keySet().stream().filter(wanted::matches).toList();
  }

  /// {@return the methods whose current C2 code has a method of that name inlined}
  ///
  /// @param name the name, as for [#methodsNamed]
  public List<Method> methodsInlining(String name) {
    MethodName wanted = MethodName.parse(name);
    Set<Method> callers = new LinkedHashSet<>();
    for (Compilation compilation : currentC2Code()) {
      compilation.forEachDecision((path, site, decision) -> {
        if (decision.verdict() == Verdict.INLINED && wanted.matches(decision.target())) {
          callers.add(compilation.method());
        }
      });
    }
    return List.copyOf(callers);
  }

  /// Returns C2's current code of the methods of that name. Ordinary code comes first, then OSR
  /// code, then the copies inlined in other methods. Within each kind the latest code is first.
  ///
  /// @param name the name, as for [#methodsNamed]
  public List<CallTree> codeOf(String name) {
    MethodName wanted = MethodName.parse(name);
    Deque<CallTree> ordinary = new ArrayDeque<>();
    Deque<CallTree> osr = new ArrayDeque<>();
    Deque<CallTree> inlined = new ArrayDeque<>();
    for (Compilation compilation : currentC2Code()) {
      CallTree tree = compilation.tree();
      if (tree != null) {
        if (wanted.matches(tree.method())) {
          (compilation.isOsr() ? osr : ordinary).addFirst(tree);
        }
        tree.forEachDecision((path, site, decision) -> {
          CallTree body = decision.body();
          if (body != null && wanted.matches(body.method())) {
            inlined.addFirst(body);
          }
        });
      }
    }
    List<CallTree> all = new ArrayList<>(ordinary);
    all.addAll(osr);
    all.addAll(inlined);
    return List.copyOf(all);
  }

  /// Returns the compilation that made a method's current ordinary code. It is C2's if there is
  /// one, else C1's.
  ///
  /// @return null if the method has no ordinary code
  public @Nullable Compilation currentCode(Method method) {
    Compilation last = null;
    for (Compilation compilation : byMethod.getOrDefault(method, List.of())) {
      if (!compilation.isOsr()
          && compilation.succeeded()
          && (last == null || !last.isC2() || compilation.isC2())) {
        last = compilation;
      }
    }
    return last;
  }

  List<Compilation> currentC2Code() {
    return compilations().stream()
        .filter(t -> t.isC2() && t.succeeded() && t.tree() != null)
        .toList();
  }

  /// {@return this log with a JFR recording of the same run}
  public CompilationLog with(Recording other) {
    return new CompilationLog(content, other, cpuTime, jdks);
  }

  /// {@return this log with the CPU time of its JVM, which HotSpot does not log}
  public CompilationLog with(Duration otherCpuTime) {
    return new CompilationLog(content, recording, otherCpuTime, jdks);
  }

  /// {@return the CPU time of all threads of the JVM; empty unless [#with(Duration)] has set it}
  public Optional<Duration> cpuTime() {
    return Optional.ofNullable(cpuTime);
  }

  /// {@return the elapsed time of all compilations, added up}
  public double compilerSeconds() {
    return compilations().stream()
        .mapToDouble(compilation -> compilation.endSeconds() - compilation.startSeconds())
        .filter(seconds -> seconds > 0)
        .sum();
  }

  /// {@return this log with more JDKs, whose class files have the source lines of the JDK's
  /// methods}
  ///
  /// A JDK is used only if its full version equals the log's. The JDK that runs this code is always
  /// tried too. The path of a JDK in the log is not used, because a log is untrusted input.
  public CompilationLog withJdks(Collection<JdkImage> others) {
    return new CompilationLog(content, recording, cpuTime, List.copyOf(others));
  }

  /// Returns this log with source lines in its findings. The lines of the program are read from the
  /// class files on the JVM's class path, if they still exist. The lines of the JDK's methods are
  /// read from a JDK of the log's version. Call this method last, because the logs that the other
  /// `with…` methods return have no lines.
  public CompilationLog withSourceLines() {
    CompilationLog located = new CompilationLog(content, recording, cpuTime, jdks);
    try (ClassFiles classes = classFiles()) {
      located.result = result(classes);
    }
    return located;
  }

  /// Returns the findings: problems first, then notes. Findings with enough CPU samples are ranked
  /// by samples, the others by heat. Findings have source lines if [#withSourceLines] returned this
  /// log. This method reads no file. Without class files, the names of classes decide which of them
  /// belong to the JDK.
  public List<Finding> findings() {
    return result().findings;
  }

  private Result result() {
    Result known = result;
    if (known == null) {
      known = result(ClassFiles.none());
      result = known;
    }
    return known;
  }

  private Result result(ClassFiles classes) {
    List<Finding> all = new Findings(this, classes, recording).all();
    return new Result(all, classes.whyNoJdk());
  }

  /// {@return the reason why findings in JDK methods have no lines, with the remedy; empty if they
  /// have lines, or if there are no such findings} Call it on a log that [#withSourceLines]
  /// returned.
  public Optional<String> whyNoJdkLines() {
    return result().whyNoJdkLines;
  }

  /// {@return the source lines of this log's methods; the caller must close the result}
  public SourceLines sourceLines() {
    return new SourceLocator(classFiles());
  }

  private ClassFiles classFiles() {
    return new ClassFiles(
        new ClassFiles.Origin(vm().jdk(), vm().release(), vm().featureVersion(), vm().properties()),
        jdks.stream().map(JdkImage::classes).toList());
  }

  /// {@return the [#findings] in the call trees of these methods and of the methods that they call,
  /// directly or indirectly}
  ///
  /// For a virtual call, only the inlined targets are known.
  public List<Finding> findingsBelow(Collection<Method> methods) {
    Map<Method, Set<Method>> called = new HashMap<>();
    for (Compilation compilation : currentC2Code()) {
      Set<Method> targets = called.computeIfAbsent(compilation.method(), m -> new HashSet<>());
      compilation.forEachDecision((path, site, decision) -> targets.add(decision.target()));
    }
    Set<Method> reached = new HashSet<>(methods);
    Deque<Method> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      called.getOrDefault(open.remove(), Set.of()).stream().filter(reached::add).forEach(open::add);
    }
    return findings().stream().filter(f -> reached.contains(f.root())).toList();
  }
}
