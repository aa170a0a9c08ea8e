// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CallerStacksTest {
  @Test
  void stacksAreCountedAndOtherLinesAreTheProgramsOwn() {
    CallerStacks stacks = new CallerStacks();
    List<String> others =
        """
        hello
        WARNING: sun.misc.Unsafe::getLong called by a.B (file:/app.jar)
        \tat a.B.c(B.java:17)
        \tat a.B.main(B.java:5)
        Exception in thread "main" java.lang.IllegalStateException
        \tat a.B.main(B.java:6)
        WARNING: sun.misc.Unsafe::getLong called by a.B (file:/app.jar)
        \tat a.B.c(B.java:17)
        \tat a.B.main(B.java:5)
        WARNING: sun.misc.Unsafe::putLong called by a.B (file:/app.jar)
        \tat a.B.d(B.java:18)
        """
            .lines()
            .filter(line -> !stacks.add(line))
            .toList();
    stacks.end();
    assertThat(others)
        .containsExactly(
            "hello",
            "Exception in thread \"main\" java.lang.IllegalStateException",
            "\tat a.B.main(B.java:6)");
    assertThat(stacks.callCount()).isEqualTo(3);
    assertThat(stacks.stacks())
        .containsExactly(
            new CallerStacks.CallerStack(
                "getLong", List.of("a.B.c(B.java:17)", "a.B.main(B.java:5)"), 2),
            new CallerStacks.CallerStack("putLong", List.of("a.B.d(B.java:18)"), 1));
  }
}
