// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

/// Calls nothing: what the loop around the contenders costs.
final class NoCall extends NativeCall {
  private final String[] texts;

  NoCall(String[] texts) {
    this.texts = texts;
  }

  @Override
  long make(int i) {
    return texts[i].length();
  }

  @Override
  long expected(int i) {
    return texts[i].length();
  }
}
