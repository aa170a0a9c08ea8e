// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// At whatever point [StackOverflowError] or [OutOfMemoryError] strikes, stack and pool are as they
/// were before the call, or as they are after it: no memory lost, lent twice or freed twice.
@ExtendWith(Seeded.class)
final class FailureTest {
  private static final int TIMES = Slow.times(1, 20);

  @ParameterizedTest
  @CsvSource({
    "frames, platform, -Xint, 3",
    "frames, platform, -XX:TieredStopAtLevel=1, 50",
    "frames, platform, -XX:+TieredCompilation, 100",
    "frames, virtual, -XX:+TieredCompilation, 50",
    "caught, platform, -Xint, 3",
    "caught, platform, -XX:TieredStopAtLevel=1, 50",
    "caught, platform, -XX:+TieredCompilation, 100",
    "caught, virtual, -XX:+TieredCompilation, 50",
    "leases, platform, -Xint, 3",
    "leases, platform, -XX:TieredStopAtLevel=1, 6",
    "leases, platform, -XX:+TieredCompilation, 9",
    "leases, virtual, -XX:+TieredCompilation, 6",
    "caught, platform, '-XX:TieredStopAtLevel=1 -XX:CompileCommand=compileonly,*Headroom::*', 3",
    "caught, platform, '-XX:-TieredCompilation -XX:CompileCommand=compileonly,*Headroom::*', 5",
    "refusals, platform, -Xint, 3",
    "refusals, platform, -XX:+TieredCompilation, 15",
  })
  void stackOverflow(String program, String thread, String mode, int rounds, RandomGenerator random)
      throws Exception {
    String printed = run(random, program, thread, rounds, mode.split(" "));
    assertThat(printed).containsPattern("failed as planned: [1-9]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xint", "-XX:+TieredCompilation"})
  void outOfMemory(String mode, RandomGenerator random) throws Exception {
    String printed = run(random, "heap", "platform", 40, mode, "-Xmx6m", "-XX:+UseSerialGC");
    assertThat(printed).containsPattern("failed as planned: [1-9]");
  }

  private static String run(
      RandomGenerator random, String program, String thread, int rounds, String... flags)
      throws Exception {
    List<String> all = new ArrayList<>(List.of(flags));
    all.add("--enable-native-access=ALL-UNNAMED");
    all.add("-XX:CompileCommand=quiet");
    all.add("-XX:CompileCommand=exclude,dev.ashlar.memory.FailureProgram::close");
    return ChildJvm.run(
        "failure",
        60L * TIMES + 60,
        all,
        FailureProgram.class.getName(),
        program,
        Integer.toString(rounds * TIMES),
        Long.toString(random.nextLong()),
        thread);
  }
}
