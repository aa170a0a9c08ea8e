// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import static java.nio.charset.StandardCharsets.UTF_8;

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
