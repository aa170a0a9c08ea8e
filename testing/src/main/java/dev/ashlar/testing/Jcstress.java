// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;

/// Runs the classes `…Stress` of a package under jcstress: for a moment and all of them in one JVM;
/// in the profile `slow` as jcstress does, each in JVMs of its own under each compiler.
public final class Jcstress {
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  private Jcstress() {}

  /// Fails unless this many tests ran and met acceptable outcomes only.
  ///
  /// @param neighbor a class of the package
  /// @param flags of the JVMs, beside that which grants native access
  public static void assertOnlyAcceptable(Class<?> neighbor, int tests, String... flags)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(NATIVE_ACCESS));
    Collections.addAll(all, flags);
    String names = neighbor.getPackageName().replace(".", "\\.") + "\\..*Stress";
    if (!Slow.IS_ON) {
      assertThat(ChildJvm.run("jcstress", 300, all, Jcstress.class.getName(), names).lines())
          .filteredOn(line -> line.contains("Stress."))
          .hasSize(tests)
          .allMatch(line -> line.endsWith(": passed"));
      return;
    }
    // The JVMs have the flags of the JVM that starts them.
    String[] program = {"org.openjdk.jcstress.Main", "-m", "default", "-t", names, "-r", "report"};
    assertThat(ChildJvm.run("jcstress", 3600, all, program))
        .contains("All remaining tests: " + tests + " matching")
        .contains("Failed tests: No matches", "Error tests: No matches")
        .contains("Interesting tests: No matches")
        .containsPattern("([1-9][0-9]*) planned; \\1 passed, 0 failed, 0 soft errs, 0 hard errs");
  }

  /// Runs the tests whose names match, without the two dozen JVMs that jcstress starts first to
  /// find out which flags there are.
  public static void main(String[] arguments) throws Exception {
    Options options =
        new Options(new String[] {"-c", "2", "-iters", "2", "-time", "50", "-strideSize", "100"});
    options.parse();
    for (String name : TestList.tests()) {
      if (name.matches(arguments[0] + ".*")) {
        System.out.println(name + ": " + verdict(options, TestList.getInfo(name)));
      }
    }
  }

  private static String verdict(Options options, TestInfo test)
      throws ReflectiveOperationException {
    SchedulingClass anywhere =
        new SchedulingClass(AffinityMode.NONE, test.threads(), NodeType.PACKAGE);
    TestConfig config = new TestConfig(options, test, 1, List.of(), CompileMode.UNIFIED, anywhere);
    Runner<?> runner =
        Class.forName(config.generatedRunnerName)
            .asSubclass(Runner.class)
            .getConstructor(ForkedTestConfig.class)
            .newInstance(new ForkedTestConfig(config));
    TestResult result = runner.run();
    result.setConfig(config);
    var grading = result.grading();
    return grading.isPassed && !grading.hasInteresting
        ? "passed"
        : result.status() + " " + grading.failureMessages + " " + result.getMessages();
  }
}
