// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.access.XxHash64.OverMemory;
import dev.ashlar.lab.access.XxHash64.SegmentHash;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// The [XxHash64] of many texts, which lie one after another in one memory.
final class HashWorkload implements Workload {
  static final int COUNT = 256;

  /// A constant of xxHash's sanity check: the start of the buffer's generator, and a seed.
  static final int PRIME_32 = 0x9E37_79B1;

  private static final int SEED = 64;

  /// A published hash of the first `length` bytes of the buffer in xxHash's sanity check.
  private record Vector(int length, long seed, long hash) {}

  private static final Vector[] VECTORS = {
    new Vector(0, 0, 0xEF46_DB37_51D8_E999L),
    new Vector(0, Integer.toUnsignedLong(PRIME_32), 0xAC75_FDA2_929B_17EFL),
    new Vector(1, 0, 0x4FCE_394C_C889_52D8L),
    new Vector(1, Integer.toUnsignedLong(PRIME_32), 0x7398_40CB_819F_A723L),
    new Vector(14, 0, 0xCFFA_8DB8_81BC_3A3DL),
    new Vector(14, Integer.toUnsignedLong(PRIME_32), 0x5B96_1158_5EFC_C9CBL),
    new Vector(101, 0, 0x0EAB_5433_84F8_78ADL),
    new Vector(101, Integer.toUnsignedLong(PRIME_32), 0xCAA6_5939_306F_1E21L)
  };

  private static final int VECTOR_BYTES = 101;

  private static final OverMemory OVER_MEMORY = new OverMemory();

  private final @Nullable SegmentHash code;
  private final MemorySegment segment;
  private final Memory memory;
  private final int length;
  private final long expected;

  /// @param code the code over segments; null for the code over any [Memory]
  /// @param memory memory with at least [#byteSize] bytes
  /// @param expected the sum of all hashes, computed by another implementation
  HashWorkload(@Nullable SegmentHash code, Memory memory, int length, long expected) {
    this.code = code;
    this.segment = code == null ? MemorySegment.NULL : memory.segment();
    this.memory = memory;
    this.length = length;
    this.expected = expected;
  }

  static int byteSize(int length) {
    return Math.max(VECTOR_BYTES, COUNT * length);
  }

  @Override
  public void prepare() {
    memory.putAll(texts(length));
  }

  /// Verifies the published hashes in the contender's own memory, and then the hashes of the texts.
  @Override
  public void verify() {
    putVectors();
    for (Vector vector : VECTORS) {
      Proof.requireEqual(
          hash(0, vector.length, vector.seed),
          vector.hash,
          "the hash of %d bytes".formatted(vector.length));
    }
    prepare();
    Proof.repeat(() -> Proof.requireEqual(run(), expected, "the sum of all hashes"));
  }

  private void putVectors() {
    byte[] content = new byte[VECTOR_BYTES];
    int factor = PRIME_32;
    for (int i = 0; i < VECTOR_BYTES; i++) {
      content[i] = (byte) (factor >>> 24);
      factor *= factor;
    }
    memory.putAll(content);
  }

  /// {@return all texts of this length, one after another}
  static byte[] texts(int length) {
    byte[] content = new byte[COUNT * length];
    new Random(SEED).nextBytes(content);
    return content;
  }

  @Override
  public long run() {
    long all = 0;
    for (int i = 0; i < COUNT; i++) {
      all += hash(i * length, length, 0);
    }
    return all;
  }

  private long hash(int start, int size, long seed) {
    return code == null
        ? OVER_MEMORY.hash(memory, start, size, seed)
        : code.hash(segment, start, size, seed);
  }
}
