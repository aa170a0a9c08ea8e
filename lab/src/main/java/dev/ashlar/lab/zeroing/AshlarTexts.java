// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.text.Utf8Builder;

/// [Utf8Builder]. A new builder is created for each text, as a String would be.
final class AshlarTexts implements TextMaker {
  private AshlarTexts() {}

  /// {@return texts as a user without flags gets them}
  static AshlarTexts plain() {
    return new AshlarTexts();
  }

  /// {@return texts in arrays that are not zeroed}
  ///
  /// @throws UnavailableException if the JDK does not export the method that this needs
  static AshlarTexts exported() {
    AshlarArrays.requireExport();
    return plain();
  }

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
