package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/// The program in the package's comment, as it stands there.
final class PackageExampleTest {
  @Test
  void runs() {
    Bytes header = Bytes.of(new byte[16]);
    header.putInt(0, 0xCAFE);
    header.putLong(8, 42);

    try (Arena arena = Arena.ofConfined()) {
      Bytes page = Bytes.of(arena.allocate(4096, 8));
      header.copyTo(0, page, 0, 16);
      page.atomics().getAndAddLong(8, 1);
      assertThat(page.getInt(0)).isEqualTo(0xCAFE);
      assertThat(page.getLong(8)).isEqualTo(43);
    }

    byte[] line = Unzeroed.bytes(80, sink -> sink.fill((byte) '-', 80));
    assertThat(line).hasSize(80).containsOnly('-');
  }
}
