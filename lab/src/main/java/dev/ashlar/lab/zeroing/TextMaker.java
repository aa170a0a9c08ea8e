// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

/// A contender for texts. It implements the String operations of the patch of 2020. Each results in
/// an array with exactly the UTF-8 bytes of a text.
interface TextMaker {
  byte[] fromCodePoints(int[] codePoints);

  byte[] repeat(String text, int count);

  byte[] replace(String text, char target, char replacement);

  /// A builder with room for `capacity` chars, to which the words are appended.
  byte[] build(int capacity, String[] words);

  /// A builder that begins with the text.
  byte[] buildFrom(String text);
}
