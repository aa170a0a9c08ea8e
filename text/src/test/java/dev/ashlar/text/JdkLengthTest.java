// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testing.Seeded;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The JDK's own count. What it counts is tested where the tests run on a JDK that has it, 27 or
/// later; when it is asked is tested everywhere.
@ExtendWith(Seeded.class)
class JdkLengthTest {
  private static final int JDK = Runtime.version().feature();

  @Test
  void isAskedFromJdk27OnUnlessItCountsOtherwise() {
    assertThat(JdkLength.isFor(10, Malformed.REPLACE)).isEqualTo(JDK >= 27);
    assertThat(JdkLength.isFor(10, Malformed.REPLACE_WITH_FFFD)).isFalse();
    assertThat(JdkLength.isFor(10, Malformed.REPORT)).isFalse();
    assertThat(JdkLength.isFor(Integer.MAX_VALUE / 3 + 1, Malformed.REPLACE)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void countsAsTheEncoderDoes(Content content, RandomGenerator random) {
    assumeTrue(JDK >= 27, "String.encodedLength exists from JDK 27 on");
    for (int length = 0; length < 300; length++) {
      String text = content.text(random, length);
      assertThat(JdkLength.of(text))
          .isEqualTo(CharwiseEncoding.encodedLength(text, Malformed.REPLACE));
    }
  }
}
