// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.testing.Garbage;
import java.lang.foreign.Arena;
import java.util.List;

/// Fails if a method with 64 accesses of a window that it makes goes on making windows: for memory
/// of one kind, then for several kinds in turn.
final class ManyAccessesProgram {
  private static final int SIZE = 256;

  private ManyAccessesProgram() {}

  public static void main(String[] args) throws Throwable {
    Bytes lasting = Bytes.of(Arena.global().allocate(2 * SIZE));
    Garbage.assertNone(i -> sum(lasting, i & 63));
    List<Bytes> kinds =
        List.of(
            lasting,
            Bytes.of(new byte[2 * SIZE]),
            Bytes.of(Arena.ofAuto().allocate(2 * SIZE)).asReadOnly());
    Garbage.assertNone(i -> sum(kinds.get(i % kinds.size()), i & 63));
  }

  private static long sum(Bytes bytes, int start) {
    BytesWindow message = bytes.window(start, SIZE);
    return 0
        + message.getLong(0)
        + message.getInt(8)
        + message.getShort(12)
        + message.getByte(14)
        + message.getLong(16)
        + message.getInt(24)
        + message.getShort(28)
        + message.getByte(30)
        + message.getLong(32)
        + message.getInt(40)
        + message.getShort(44)
        + message.getByte(46)
        + message.getLong(48)
        + message.getInt(56)
        + message.getShort(60)
        + message.getByte(62)
        + message.getLong(64)
        + message.getInt(72)
        + message.getShort(76)
        + message.getByte(78)
        + message.getLong(80)
        + message.getInt(88)
        + message.getShort(92)
        + message.getByte(94)
        + message.getLong(96)
        + message.getInt(104)
        + message.getShort(108)
        + message.getByte(110)
        + message.getLong(112)
        + message.getInt(120)
        + message.getShort(124)
        + message.getByte(126)
        + message.getLong(128)
        + message.getInt(136)
        + message.getShort(140)
        + message.getByte(142)
        + message.getLong(144)
        + message.getInt(152)
        + message.getShort(156)
        + message.getByte(158)
        + message.getLong(160)
        + message.getInt(168)
        + message.getShort(172)
        + message.getByte(174)
        + message.getLong(176)
        + message.getInt(184)
        + message.getShort(188)
        + message.getByte(190)
        + message.getLong(192)
        + message.getInt(200)
        + message.getShort(204)
        + message.getByte(206)
        + message.getLong(208)
        + message.getInt(216)
        + message.getShort(220)
        + message.getByte(222)
        + message.getLong(224)
        + message.getInt(232)
        + message.getShort(236)
        + message.getByte(238)
        + message.getLong(240)
        + message.getInt(248)
        + message.getShort(252)
        + message.getByte(254);
  }
}
