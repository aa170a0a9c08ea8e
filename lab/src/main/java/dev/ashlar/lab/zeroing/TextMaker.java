// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.text.Utf8Builder;

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

  /// String and StringBuilder, then `getBytes`.
  final class JdkTexts implements TextMaker {
    @Override
    public byte[] fromCodePoints(int[] codePoints) {
      return new String(codePoints, 0, codePoints.length).getBytes(UTF_8);
    }

    @Override
    public byte[] repeat(String text, int count) {
      return text.repeat(count).getBytes(UTF_8);
    }

    @Override
    public byte[] replace(String text, char target, char replacement) {
      return text.replace(target, replacement).getBytes(UTF_8);
    }

    @Override
    public byte[] build(int capacity, String[] words) {
      StringBuilder builder = new StringBuilder(capacity);
      for (String word : words) {
        builder.append(word);
      }
      return builder.toString().getBytes(UTF_8);
    }

    @Override
    @SuppressWarnings("UnnecessaryStringBuilder") // The case measures the builder.
    public byte[] buildFrom(String text) {
      return new StringBuilder(text).toString().getBytes(UTF_8);
    }
  }

  /// [Utf8Builder]. A new builder is created for each text, as a String would be.
  final class AshlarTexts implements TextMaker {
    @Override
    public byte[] fromCodePoints(int[] codePoints) {
      return new Utf8Builder(codePoints.length)
          .appendCodePoints(codePoints, 0, codePoints.length)
          .takeByteArray();
    }

    @Override
    public byte[] repeat(String text, int count) {
      return new Utf8Builder().repeat(text, count).takeByteArray();
    }

    @Override
    public byte[] replace(String text, char target, char replacement) {
      return new Utf8Builder(text.length())
          .appendReplacing(text, target, replacement)
          .takeByteArray();
    }

    @Override
    public byte[] build(int capacity, String[] words) {
      Utf8Builder builder = new Utf8Builder(capacity);
      for (String word : words) {
        builder.append(word);
      }
      return builder.takeByteArray();
    }

    @Override
    public byte[] buildFrom(String text) {
      return Utf8Builder.of(text).takeByteArray();
    }
  }
}
