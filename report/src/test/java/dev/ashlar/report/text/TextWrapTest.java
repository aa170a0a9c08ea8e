// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextWrapTest {
  @Test
  void breaksAtSpaces() {
    assertThat(TextWrap.lines("one two three", 7)).containsExactly("one two", "three");
  }

  @Test
  void aPercentSignStaysWithItsNumber() {
    assertThat(TextWrap.lines("abc 4.3 % of all", 8)).containsExactly("abc", "4.3 % of", "all");
  }

  @Test
  void aWordThatIsTooWideIsBroken() {
    assertThat(TextWrap.lines("a bcdefgh", 3)).containsExactly("a", "bcd", "efg", "h");
  }
}
