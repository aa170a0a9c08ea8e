// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;

import dev.ashlar.jit.junit.ForkedJvm;
import dev.ashlar.jit.junit.JitRun;
import dev.ashlar.memory.NativeStack.Frame;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/// Hot accessors stay inlined, in a JVM that has used every kind of memory through the same code.
final class InliningTest {
  private static final ForkedJvm JVM =
      inForkedJvm().withFlags("-Xbatch", "--enable-native-access=ALL-UNNAMED");

  private static final int SIZE = 4096;

  private static final class Kinds {
    static final Bytes[] ALL = {
      Bytes.of(new byte[SIZE]),
      Bytes.of(new byte[SIZE]).asReadOnly(),
      Bytes.of(Arena.ofAuto().allocate(SIZE)),
      Bytes.of(Arena.global().allocate(SIZE)),
    };
  }

  static long result;
  static int turn;

  static void readAll() {
    for (Bytes kind : Kinds.ALL) {
      result += sum(kind);
    }
  }

  private static long sum(Bytes bytes) {
    long sum = 0;
    for (long at = 0; at < SIZE; at += Long.BYTES) {
      sum += bytes.getLong(at) + bytes.getInt(at) + bytes.getByte(at);
    }
    return sum;
  }

  static void writeAll() {
    for (Bytes kind : Kinds.ALL) {
      if (!kind.isReadOnly()) {
        fill(kind, turn++);
      }
    }
  }

  private static void fill(Bytes bytes, int value) {
    for (long at = 0; at < SIZE; at += Long.BYTES) {
      bytes.setLong(at, value);
      bytes.setInt(at, value);
      bytes.setByte(at, (byte) value);
    }
  }

  /// In a JVM that has used nothing else: another kind takes nodes too.
  static void straightLine() {
    Bytes heap = Bytes.of(new byte[SIZE]);
    for (int i = 0; i < 100; i++) {
      result += thirtyTwo(heap);
    }
  }

  /// As generated codecs are. It has to fit into the limits of one compilation.
  private static long thirtyTwo(Bytes b) {
    return eight(b, 0) + eight(b, 64) + eight(b, 128) + eight(b, 192);
  }

  private static long eight(Bytes b, int at) {
    return b.getLong(at)
        + b.getLong(at + 8)
        + b.getLong(at + 16)
        + b.getLong(at + 24)
        + b.getLong(at + 32)
        + b.getLong(at + 40)
        + b.getLong(at + 48)
        + b.getLong(at + 56);
  }

  /// In a JVM that has used native memory and a part of an array, as most programs have.
  static void sixteenOfTwoKinds() {
    Bytes heap = Bytes.of(new byte[SIZE + 1], 1, SIZE);
    Bytes nativeMemory = Bytes.of(Arena.ofAuto().allocate(SIZE));
    for (int i = 0; i < 1_000; i++) {
      result += messages(heap) + messages(nativeMemory);
    }
  }

  private static long messages(Bytes b) {
    long sum = 0;
    for (int at = 0; at < SIZE; at += 64) {
      sum += b.getInt(at) + b.getInt(at + 4) + b.getInt(at + 8) + b.getInt(at + 12);
      sum += b.getInt(at + 16) + b.getInt(at + 20) + b.getInt(at + 24) + b.getInt(at + 28);
      sum += b.getInt(at + 32) + b.getInt(at + 36) + b.getInt(at + 40) + b.getInt(at + 44);
      sum += b.getInt(at + 48) + b.getInt(at + 52) + b.getInt(at + 56) + b.getInt(at + 60);
    }
    return sum;
  }

  static void frames() {
    for (int i = 0; i < 1_000; i++) {
      result += frame(i);
    }
  }

  private static long frame(int value) {
    try (Frame frame = NativeStack.current().push()) {
      return frame.allocateFrom(ValueLayout.JAVA_LONG, value).get(ValueLayout.JAVA_LONG, 0);
    }
  }

  static void leases() {
    for (int i = 0; i < 1_000; i++) {
      result += lease(i);
    }
  }

  private static long lease(int value) {
    try (Lease lease = Pool.POOL.acquire(1024)) {
      lease.segment().set(ValueLayout.JAVA_LONG, 0, value);
      return lease.segment().get(ValueLayout.JAVA_LONG, 0);
    }
  }

  private static final class Pool {
    static final NativePool POOL = NativePool.create(1 << 20);
  }

  @Test
  void reading() {
    JitRun run = JVM.call(InliningTest.class, "readAll");
    run.assertThat(InliningTest.class, "sum")
        .inlines("Bytes::getLong")
        .inlines("Bytes::getInt")
        .inlines("Bytes::getByte")
        .hasNoVirtualCall();
  }

  @Test
  void writing() {
    JitRun run = JVM.call(InliningTest.class, "writeAll");
    run.assertThat(InliningTest.class, "fill")
        .inlines("Bytes::setLong")
        .inlines("Bytes::setInt")
        .inlines("Bytes::setByte")
        .hasNoVirtualCall();
  }

  @Test
  void dozensOfAccesses() {
    JVM.call(InliningTest.class, "straightLine")
        .assertThat(InliningTest.class, "thirtyTwo")
        .inlines("Bytes::getLong")
        .hasNoVirtualCall();
  }

  @Test
  void sixteenAccessesToMemoryOfTwoKinds() {
    JVM.call(InliningTest.class, "sixteenOfTwoKinds")
        .assertThat(InliningTest.class, "messages")
        .inlines("Bytes::getInt")
        .hasNoVirtualCall()
        .hasNoVirtualCall();
  }

  @Test
  void aFrame() {
    JVM.call(InliningTest.class, "frames")
        .assertThat(InliningTest.class, "frame")
        .inlines("NativeStack::push")
        .inlines("NativeStack$Frame::allocate")
        .inlines("NativeStack$Frame::close")
        .hasNoVirtualCall();
  }

  @Test
  void aLease() {
    JVM.call(InliningTest.class, "leases")
        .assertThat(InliningTest.class, "lease")
        .inlines("NativePool::acquire")
        .inlines("Lease::segment")
        .inlines("Lease::close")
        .hasNoVirtualCall();
  }
}
