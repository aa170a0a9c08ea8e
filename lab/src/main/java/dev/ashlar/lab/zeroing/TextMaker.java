// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

/// A contender at texts: the operations on Strings that the patch of 2020 was about, each ending in
/// an array of exactly the text's UTF-8 bytes.
interface TextMaker {
  byte[] fromCodePoints(int[] codePoints);

  byte[] repeat(String text, int count);

  byte[] replace(String text, char target, char replacement);

  /// A builder with room for `capacity` chars, to which the words are appended.
  byte[] build(int capacity, String[] words);

  /// A builder that begins with the text.
  byte[] buildFrom(String text);
}
