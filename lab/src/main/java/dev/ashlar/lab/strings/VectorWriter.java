// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// Tests and narrows sixteen or eight chars at a time with the incubating Vector API, and the rest
/// bytewise.
final class VectorWriter extends RunWriter {
  private static final VectorSpecies<Short> CHARS =
      ShortVector.SPECIES_PREFERRED.length() >= 16
          ? ShortVector.SPECIES_256
          : ShortVector.SPECIES_128;
  private static final VectorSpecies<Byte> BYTES =
      CHARS.length() == 16 ? ByteVector.SPECIES_128 : ByteVector.SPECIES_64;

  VectorWriter(int capacity) {
    super(capacity);
  }

  @Override
  int writeAscii(char[] chars, int from, int to, byte[] target, int at) {
    int done = 0;
    for (; from + done <= to - CHARS.length(); done += CHARS.length()) {
      ShortVector some = ShortVector.fromCharArray(CHARS, chars, from + done);
      if (some.compare(VectorOperators.UGE, (short) 0x80).anyTrue()) {
        break;
      }
      ByteVector narrow = (ByteVector) some.convertShape(VectorOperators.S2B, BYTES, 0);
      narrow.intoArray(target, at + done);
    }
    return done + writeAsciiBytewise(chars, from + done, to, target, at + done);
  }
}
