// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

/// A contender for texts. Its operations are those of a patch that was proposed to the JDK in 2020.
/// Each returns an array with exactly the UTF-8 bytes of a text.
interface TextMaker {
  byte[] fromCodePoints(int[] codePoints);

  byte[] repeat(String text, int count);

  byte[] replace(String text, char target, char replacement);

  /// Appends the words to a builder with room for `capacity` chars.
  byte[] build(int capacity, String[] words);

  /// Creates a builder that begins with the text.
  byte[] buildFrom(String text);
}
