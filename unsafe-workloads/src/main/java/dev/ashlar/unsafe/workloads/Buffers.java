// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.workloads;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/// Numbers in buffers.
public final class Buffers {
  static final int GROUPS = 10_000;
  static final int LONGS = 1 << 16;

  private static final int GROUP_BYTES = 13;
  static final int TURNS = 10;
  static final int WORDS = 1 << 13;

  private Buffers() {}

  /// {@return Netty's pooled direct buffers}
  public static LongSupplier nettyDirect() {
    return netty(new PooledByteBufAllocator(true)::directBuffer);
  }

  /// {@return Netty's pooled heap buffers}
  public static LongSupplier nettyHeap() {
    return netty(new PooledByteBufAllocator(true)::heapBuffer);
  }

  private static LongSupplier netty(IntFunction<ByteBuf> allocator) {
    int each = GROUPS / TURNS;
    return () -> {
      long sum = 0;
      for (int turn = 0; turn < TURNS; turn++) {
        ByteBuf buffer = allocator.apply(each * GROUP_BYTES);
        for (int i = 0; i < each; i++) {
          buffer.writeInt(i);
          buffer.writeLong(i);
          buffer.writeByte(i);
        }
        for (int i = 0; i < each; i++) {
          sum += buffer.readInt() + buffer.readLong() + buffer.readByte();
        }
        buffer.release();
      }
      return sum;
    };
  }

  /// {@return Agrona's buffer of an array}
  public static LongSupplier agronaHeap() {
    return agrona(new UnsafeBuffer(new byte[WORDS * Long.BYTES]));
  }

  /// {@return Agrona's buffer of native memory}
  public static LongSupplier agronaDirect() {
    return agrona(new UnsafeBuffer(ByteBuffer.allocateDirect(WORDS * Long.BYTES)));
  }

  private static LongSupplier agrona(UnsafeBuffer buffer) {
    return () -> {
      long sum = 0;
      for (int turn = 0; turn < LONGS / WORDS; turn++) {
        for (int i = 0; i < WORDS; i++) {
          buffer.putLong(i * Long.BYTES, i + turn);
        }
        for (int i = 0; i < WORDS; i++) {
          sum += buffer.getLong(i * Long.BYTES);
        }
      }
      return sum;
    };
  }
}
