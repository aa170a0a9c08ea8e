// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import java.util.Arrays;

/// A run of bytes at an address. The array is not copied.
@SuppressWarnings("ArrayRecordComponent")
public record CodeBytes(long address, byte[] bytes) {
  public long end() {
    return address + bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CodeBytes that
        && address == that.address
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(address) * 31 + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes at 0x" + Long.toHexString(address);
  }
}
