// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.jit.asm.PrintedCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Code that HotSpot printed of loops that add the longs of a buffer, from the test resources.
final class Printed {
  private Printed() {}

  static String text(String name) throws IOException {
    try (InputStream in = Printed.class.getResourceAsStream(name + ".txt")) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  static MachineCodeLog parse(String text) throws IOException {
    return PrintedCode.read(new ByteArrayInputStream(text.getBytes(UTF_8)), code -> true);
  }

  static MachineCode code(String name) throws IOException {
    return parse(text(name)).methods().get(0);
  }
}
