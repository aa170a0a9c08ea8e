// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.testing.Seeded;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class HexIdsTest {
  @Test
  void allThatAreWellFormed(RandomGenerator random) {
    for (int turn = 0; turn < 10_000; turn++) {
      int length = random.nextBoolean() ? HexIds.TRACE_BYTES : HexIds.SPAN_BYTES;
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      String id = HexFormat.of().formatHex(bytes);
      String given = random.nextBoolean() ? id : id.toUpperCase(Locale.ROOT);
      byte[] target = new byte[length + 2];
      HexIds.put(given, length, target, 1);
      assertThat(Arrays.copyOfRange(target, 1, length + 1)).isEqualTo(bytes);
      assertThat(target[0]).isZero();
      assertThat(target[length + 1]).isZero();
    }
  }

  /// Every char in every place; those above 255 have the lower half of a digit, too.
  @Test
  void allOtherChars() {
    byte[] target = new byte[HexIds.SPAN_BYTES];
    String id = "0123456789abcdef";
    for (int place = 0; place < id.length(); place++) {
      for (int c = 0; c < 0x500; c++) {
        if (Character.digit(c, 16) < 0 || c >= 0x80) {
          String wrong = id.substring(0, place) + (char) c + id.substring(place + 1);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> HexIds.put(wrong, HexIds.SPAN_BYTES, target, 0))
              .withMessageContaining(wrong);
        }
      }
    }
  }

  @Test
  void otherLengths() {
    byte[] target = new byte[HexIds.SPAN_BYTES];
    for (String wrong : new String[] {"", "0", "0".repeat(15), "0".repeat(17), "0".repeat(200)}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> HexIds.put(wrong, HexIds.SPAN_BYTES, target, 0))
          .withMessageContaining("16 hexadecimal");
    }
  }
}
