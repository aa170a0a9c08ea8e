// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TextsTest {
  private static final int[] LENGTHS = {8, 16, 64, 512, 4096};

  @ParameterizedTest
  @EnumSource
  void lengthsAreExact(Texts kind) {
    for (int length : LENGTHS) {
      assertThat(kind.ofLength(length)).allSatisfy(text -> assertThat(text).hasSize(length));
    }
  }

  @ParameterizedTest
  @EnumSource
  void thereAre256DifferentOnes(Texts kind) {
    for (int length : LENGTHS) {
      assertThat(kind.ofLength(length)).hasSize(256).doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @EnumSource
  void areTheSameEachTime(Texts kind) {
    String[] once = kind.ofLength(64);
    String[] again = kind.ofLength(64);
    assertThat(again).isEqualTo(once);
  }

  @ParameterizedTest
  @EnumSource
  void noSurrogateIsAlone(Texts kind) {
    for (int length : LENGTHS) {
      assertThat(kind.ofLength(length))
          .allSatisfy(text ->
              assertThat(text.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF)).isTrue());
    }
  }

  @Test
  void asciiIsPrintable() {
    assertThat(chars(Texts.ASCII)).allMatch(c -> c >= ' ' && c <= '~');
  }

  @Test
  void latin1IsAccentedThroughout() {
    assertThat(chars(Texts.LATIN1)).allMatch(c -> c >= 0xC0 && c <= 0xFF);
  }

  @Test
  void aTenthOfMixedLatin1IsAccented() {
    assertThat(chars(Texts.LATIN1_MIXED)).allMatch(c -> c <= 0xFF);
    assertThat(share(Texts.LATIN1_MIXED, 0x80, 0xFF)).isBetween(0.09, 0.11);
  }

  @Test
  void lateIsAsciiButForTheLastChar() {
    for (int length : LENGTHS) {
      for (String text : Texts.LATE.ofLength(length)) {
        assertThat(text.chars().limit(length - 1)).allMatch(c -> c <= '~');
        assertThat(text.charAt(length - 1)).isBetween((char) 0xC0, (char) 0xFF);
      }
    }
  }

  @Test
  void chineseTakesThreeBytesEach() {
    assertThat(chars(Texts.CJK)).allMatch(c -> Character.UnicodeScript.of(c).name().equals("HAN"));
  }

  @Test
  void mixedHasAllOfItsScripts() {
    assertThat(share(Texts.MIXED, 0, 0x7F)).isBetween(0.15, 0.45);
    assertThat(share(Texts.MIXED, 0x400, 0x4FF)).isBetween(0.15, 0.45);
    assertThat(share(Texts.MIXED, 0x4E00, 0x9FFF)).isBetween(0.15, 0.45);
    assertThat(share(Texts.MIXED, 0xD800, 0xDFFF)).isBetween(0.05, 0.25);
  }

  private static double share(Texts kind, int from, int to) {
    return chars(kind).filter(c -> c >= from && c <= to).count() / (double) chars(kind).count();
  }

  private static IntStream chars(Texts kind) {
    return Arrays.stream(kind.ofLength(512)).flatMapToInt(String::chars);
  }
}
