// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import com.google.protobuf.CodedInputStream;
import dev.ashlar.wire.internal.encoding.Wire;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// What may happen to bytes on the way.
final class Damage {
  private Damage() {}

  /// {@return `bytes` with up to three changes; the array itself may be changed}
  static byte[] to(RandomGenerator random, byte[] bytes) {
    byte[] changed = bytes;
    for (int times = random.nextInt(4); times > 0 && changed.length > 0; times--) {
      int at = random.nextInt(changed.length);
      switch (random.nextInt(4)) {
        case 0 -> changed[at] = (byte) random.nextInt();
        case 1 -> changed[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> changed = Arrays.copyOf(changed, at);
        default -> {
          byte[] more = new byte[changed.length + 1 + random.nextInt(12)];
          System.arraycopy(changed, 0, more, 0, at);
          int added = more.length - changed.length;
          Arrays.fill(more, at, at + added, (byte) (random.nextBoolean() ? 0xFF : 0x0B));
          System.arraycopy(changed, at, more, at + added, changed.length - at);
          changed = more;
        }
      }
    }
    return changed;
  }

  /// {@return a reader of protobuf-java without its fast path for varints}
  static CodedInputStream slow(byte[] bytes) {
    return CodedInputStream.newInstance(new ByteArrayInputStream(bytes), Wire.MAX_VARINT64 - 1);
  }

  /// {@return whether a run of bytes with the top bit set is too long for a varint, of which
  /// protobuf-java takes some}
  static boolean isLongVarint(byte[] bytes) {
    int run = 0;
    for (byte each : bytes) {
      run = each < 0 ? run + 1 : 0;
      if (run >= Wire.MAX_VARINT64) {
        return true;
      }
    }
    return false;
  }
}
