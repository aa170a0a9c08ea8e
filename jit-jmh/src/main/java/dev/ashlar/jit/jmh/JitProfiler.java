package dev.ashlar.jit.jmh;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.JdkImage;
import dev.ashlar.jit.Method;
import dev.ashlar.jit.ParseProblem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

/// Prints under each benchmark what HotSpot did to its code that costs time, and what to do about
/// it: `-prof dev.ashlar.jit.jmh.JitProfiler`.
///
/// Each fork writes HotSpot's compilation log. What is found in the benchmark method, in what it
/// calls and in JMH's loop around it comes first, the hottest first; the rest is counted. Of
/// several forks the findings are put together: compilers do not decide alike each time, and in how
/// many forks a finding was made says how much to make of it.
///
/// Options are written behind the name, as in `JitProfiler:top=10;keep`:
///
/// - `top=N`: findings to print, 5 unless told
/// - `all`: also those outside the benchmark's own code
/// - `keep`: do not delete the logs; they are in the current folder
/// - `dir=FOLDER`: keep them there
public final class JitProfiler implements ExternalProfiler {
  /// JMH generates a class with the loop that is timed.
  private static final String STUB = "_jmhTest";

  private static final String HARNESS = "org.openjdk.jmh.";

  private final Options options;
  private final Set<Path> kept = new HashSet<>();
  private Path log = Path.of("");

  /// Made by JMH.
  public JitProfiler() throws ProfilerException {
    this("");
  }

  /// Made by JMH.
  ///
  /// @param options as written by the user
  /// @throws ProfilerException if they are none
  public JitProfiler(String options) throws ProfilerException {
    this.options = Options.parse(options);
  }

  @Override
  public String getDescription() {
    return "What HotSpot did to the benchmark's code, from its compilation log; " + Options.HELP;
  }

  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
    return List.of();
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams params) {
    try {
      log = Files.createTempFile("ashlar-jit-", ".log").toAbsolutePath();
    } catch (IOException e) {
      throw new IllegalStateException("cannot write to the temporary folder", e);
    }
    return CompilationLog.jvmFlags(log);
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    // The JVM options say it all.
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File stdOut, File stdErr) {
    try {
      CompilationLog read = CompilationLog.read(log).withJdks(jdk(result.getParams().getJvm()));
      String nothing =
          read.isRecognized() ? read.whyNothing().orElse("") : "the JVM wrote no compilation log";
      JitResult found =
          nothing.isEmpty()
              ? JitResult.of(findings(read, result.getParams()), lack(read), options)
              : JitResult.failed(nothing, options);
      return List.of(options.keep() ? found.keptIn(keep(result.getParams())) : found);
    } catch (IOException e) {
      return List.of(JitResult.failed("the compilation log: " + e, options));
    } finally {
      delete(log);
    }
  }

  /// {@return what of the log could not be read; empty if all could}
  private static String lack(CompilationLog log) {
    return log.parseProblems().stream().map(ParseProblem::words).collect(Collectors.joining("; "));
  }

  /// {@return the JDK that ran the benchmark, if its class files can be read}
  private static List<JdkImage> jdk(String executable) {
    try {
      Path home = Path.of(executable).toRealPath().resolve("../..").normalize();
      return List.of(JdkImage.of(home));
    } catch (IOException | InvalidPathException e) {
      // Its own methods have no lines then.
      return List.of();
    }
  }

  private static List<JitResult.Found> findings(CompilationLog log, BenchmarkParams params) {
    Set<Method> timed = new HashSet<>(log.methodsNamed(params.getBenchmark()));
    log.compilations().stream()
        .map(compilation -> compilation.method())
        .filter(method -> method.holder().endsWith(STUB))
        .forEach(timed::add);
    List<Finding> own = log.findingsBelow(timed);
    List<JitResult.Found> found = new ArrayList<>();
    for (Finding finding : log.findings()) {
      if (finding.kind().isProblem() && !isHarness(finding)) {
        found.add(JitResult.Found.of(finding, own.contains(finding)));
      }
    }
    return found;
  }

  /// Whatever JMH does around a benchmark is the same for all.
  private static boolean isHarness(Finding finding) {
    return finding.method().holder().startsWith(HARNESS)
        || finding.callee().map(m -> m.holder().startsWith(HARNESS)).orElse(Boolean.FALSE);
  }

  private Path keep(BenchmarkParams params) throws IOException {
    Path folder = Files.createDirectories(options.folder().orElse(Path.of("")).toAbsolutePath());
    String name = params.id().replaceAll("[^A-Za-z0-9._-]+", "_");
    for (int fork = 1; ; fork++) {
      Path file = folder.resolve(name + "-fork" + fork + ".log");
      if (kept.add(file)) {
        return Files.move(log, file, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }

  @Override
  public boolean allowPrintOut() {
    return true;
  }

  @Override
  public boolean allowPrintErr() {
    return true;
  }
}
