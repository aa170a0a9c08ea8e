// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

/// Tests and narrows one char at a time.
final class BytewiseWriter extends RunWriter {
  BytewiseWriter(int capacity) {
    super(capacity);
  }

  @Override
  int writeAscii(char[] chars, int from, int to, byte[] target, int at) {
    return writeAsciiBytewise(chars, from, to, target, at);
  }
}
