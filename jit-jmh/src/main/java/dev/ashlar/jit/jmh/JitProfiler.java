// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.jmh;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.JdkImage;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.ParseProblem;
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

/// Prints, under each benchmark, HotSpot's decisions that cost time, with advice. The option of JMH
/// is `-prof dev.ashlar.jit.jmh.JitProfiler`.
///
/// Each fork writes HotSpot's compilation log. The profiler prints the findings in the benchmark
/// method, in JMH's loop around it, and in all methods that they call, the hottest first. It only
/// counts findings in other code. HotSpot's decisions differ between forks, so each finding has the
/// number of forks that have it.
///
/// Options follow the name, as in `JitProfiler:top=10;keep`:
///
/// - `top=N`: findings to print, 5 by default
/// - `all`: print also findings outside of the benchmark's code
/// - `keep`: keep the logs in the current folder
/// - `dir=FOLDER`: keep the logs in this folder
public final class JitProfiler implements ExternalProfiler {
  /// JMH generates a class with the measured loop.
  private static final String STUB = "_jmhTest";

  private static final String HARNESS = "org.openjdk.jmh.";

  private final Options options;
  private final Set<Path> kept = new HashSet<>();
  private Path log = Path.of("");

  /// Creates the profiler without options; called by JMH.
  public JitProfiler() throws ProfilerException {
    this("");
  }

  /// Creates the profiler; called by JMH.
  ///
  /// @param options the options on the command line
  /// @throws ProfilerException if an option is unknown or invalid
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
      // JMH ends no trial whose JVM failed.
      log.toFile().deleteOnExit();
    } catch (IOException e) {
      throw new IllegalStateException("cannot write to the temporary folder", e);
    }
    return CompilationLog.jvmFlags(log);
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    // The JVM options are sufficient.
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File stdOut, File stdErr) {
    try {
      CompilationLog read =
          CompilationLog.read(log).withJdks(jdk(result.getParams().getJvm())).withSourceLines();
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

  /// {@return the parse problems of the log; empty if there are none}
  private static String lack(CompilationLog log) {
    return log.parseProblems().stream().map(ParseProblem::words).collect(Collectors.joining("; "));
  }

  /// {@return the JDK that ran the benchmark, if its class files can be read}
  private static List<JdkImage> jdk(String executable) {
    try {
      Path home = Path.of(executable).toRealPath().resolve("../..").normalize();
      return List.of(JdkImage.of(home));
    } catch (IOException | InvalidPathException e) {
      // Methods of the JDK have no lines then.
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

  /// JMH's own code is the same for all benchmarks.
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
