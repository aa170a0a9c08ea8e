// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What every lease does, whatever it lives in.
abstract class LeaseContract {
  final NativePool pool = pool();

  abstract NativePool pool();

  abstract Lease acquire(long byteSize);

  /// Whether other threads may use and release the lease.
  abstract boolean shared();

  /// Whether a segment taken before the release throws after it.
  abstract boolean exact();

  @AfterEach
  void everythingWasReleased() {
    assertThat(pool.statistics().inUseBytes()).isZero();
    pool.close();
  }

  @Test
  void isAsLongAsAskedForAndAligned() {
    for (long byteSize : new long[] {0, 1, 511, 512, 513, 4096, 100_000}) {
      try (Lease lease = acquire(byteSize)) {
        assertThat(lease.byteSize()).isEqualTo(byteSize);
        assertThat(lease.segment().byteSize()).isEqualTo(byteSize);
        assertThat(lease.segment().address() % 64).isZero();
        lease.segment().fill((byte) 1);
        assertThat(lease.segment().asSlice(0).toArray(ValueLayout.JAVA_BYTE))
            .hasSize((int) byteSize);
      }
    }
  }

  @Test
  void leasesDoNotOverlap() {
    Lease[] leases = new Lease[50];
    for (int i = 0; i < leases.length; i++) {
      leases[i] = acquire(1000 + i);
      leases[i].segment().fill((byte) i);
    }
    for (int i = 0; i < leases.length; i++) {
      assertThat(leases[i].segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) i);
      leases[i].close();
    }
  }

  @Test
  void negativeSizesChangeNothing() {
    assertThatIllegalArgumentException().isThrownBy(() -> acquire(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> acquire(Long.MIN_VALUE));
    assertThat(pool.statistics().reservedBytes()).isZero();
  }

  @Test
  void aSecondReleaseDoesNothing() throws Throwable {
    Lease lease = acquire(100);
    lease.close();
    lease.close();
    assertThat(pool.statistics().inUseBytes()).isZero();
    Lease next = acquire(100);
    lease.close();
    ArenaContract.elsewhere(lease::close);
    next.segment().fill((byte) 1);
    assertThat(pool.statistics().inUseBytes()).isPositive();
    next.close();
    assertThat(pool.statistics().inUseBytes()).isZero();
  }

  @Test
  void threadsThatReleaseAtOnceReleaseOnce() throws Throwable {
    if (!shared()) {
      return;
    }
    for (int i = 0; i < 200; i++) {
      Lease lease = acquire(100);
      Thread other = Thread.ofPlatform().start(lease::close);
      lease.close();
      other.join();
      try (Lease first = acquire(100);
          Lease second = acquire(100)) {
        assertThat(first.segment().address()).isNotEqualTo(second.segment().address());
      }
      assertThat(pool.statistics().inUseBytes()).isZero();
    }
  }

  @Test
  void aReleasedLeaseHasNoMemory() {
    Lease lease = acquire(100);
    lease.close();
    assertThatIllegalStateException().isThrownBy(lease::segment);
    try (Lease next = acquire(100)) {
      assertThatIllegalStateException().isThrownBy(lease::segment);
      assertThat(next.segment().byteSize()).isEqualTo(100);
    }
  }

  @Test
  void aSegmentTakenBeforeThrowsIfTheLeaseIsExact() {
    Lease lease = acquire(100);
    MemorySegment segment = lease.segment();
    lease.close();
    assertThat(segment.scope().isAlive()).isEqualTo(!exact());
    if (exact()) {
      assertThatIllegalStateException().isThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 0));
      assertThatIllegalStateException().isThrownBy(() -> segment.fill((byte) 1));
    }
  }

  @Test
  void itsBytesAreTheSameMemory() {
    for (long byteSize : new long[] {0, 1, 512, 100_000}) {
      try (Lease lease = acquire(byteSize)) {
        Bytes bytes = lease.bytes();
        assertThat(bytes.byteSize()).isEqualTo(byteSize);
        assertThat(bytes.isReadOnly()).isFalse();
        bytes.fill(0, byteSize, (byte) 7);
        byte[] sevens = new byte[(int) byteSize];
        Arrays.fill(sevens, (byte) 7);
        assertThat(lease.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(sevens);
        assertThat(bytes.asSegment().mismatch(lease.segment())).isEqualTo(-1);
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> bytes.getByte(byteSize));
      }
    }
  }

  @Test
  void bytesOfAReleasedLeaseThrow() {
    Lease lease = acquire(4096);
    Bytes bytes = lease.bytes();
    List<Bytes> all =
        List.of(bytes, bytes.asSlice(8), bytes.asReadOnly(), bytes.asSlice(8).asReadOnly());
    bytes.setLong(8, 42);
    for (Bytes each : all) {
      assertThat(each.getLong(8 - (4096 - each.byteSize()))).isEqualTo(42);
    }
    lease.close();
    // Memory that is lent again does not make the old loan a new one.
    try (Lease next = acquire(4096)) {
      next.bytes().fill(0, 4096, (byte) 1);
      assertThatIllegalStateException().isThrownBy(lease::bytes);
      for (Bytes each : all) {
        assertThatIllegalStateException().isThrownBy(() -> each.getByte(0));
        assertThatIllegalStateException().isThrownBy(() -> each.getLong(8));
        assertThatIllegalStateException().isThrownBy(() -> each.bigEndian().getInt(0));
        assertThatIllegalStateException().isThrownBy(() -> each.atomics().getLongVolatile(0));
        assertThatIllegalStateException().isThrownBy(() -> each.copyTo(0, new byte[9], 0, 9));
        assertThatIllegalStateException().isThrownBy(() -> each.asSlice(8).getInt(0));
      }
      assertThatIllegalStateException().isThrownBy(() -> bytes.setByte(0, (byte) 0));
      assertThatIllegalStateException().isThrownBy(() -> bytes.fill(0, 4096, (byte) 0));
      assertThat(next.bytes().getByte(4095)).isEqualTo((byte) 1);
    }
  }

  @Test
  void otherThreadsMayUseAndReleaseItIfItIsShared() throws Throwable {
    Lease lease = acquire(100);
    MemorySegment segment = lease.segment();
    Bytes bytes = lease.bytes();
    if (shared()) {
      ArenaContract.elsewhere(() -> {
        lease.segment().fill((byte) 3);
        lease.bytes().setByte(1, (byte) 4);
        assertThat(bytes.getByte(1)).isEqualTo((byte) 4);
        lease.close();
      });
      assertThatIllegalStateException().isThrownBy(() -> bytes.getByte(1));
      lease.close();
    } else {
      ArenaContract.elsewhere(() -> {
        assertThatExceptionOfType(WrongThreadException.class)
            .isThrownBy(() -> segment.fill((byte) 3));
        assertThatExceptionOfType(WrongThreadException.class)
            .isThrownBy(() -> bytes.setByte(0, (byte) 3));
        assertThatExceptionOfType(WrongThreadException.class).isThrownBy(lease::close);
      });
      segment.fill((byte) 3);
      lease.close();
    }
  }

  @Test
  void aPoolDoesNotCloseWhileItIsHeld() {
    Lease lease = acquire(100);
    assertThatIllegalStateException().isThrownBy(pool::close);
    lease.segment().fill((byte) 1);
    try (Lease another = acquire(100)) {
      assertThat(another.segment().byteSize()).isEqualTo(100);
    }
    lease.close();
  }

  @Test
  void itIsCountedWhileItIsHeld() {
    Lease lease = acquire(512);
    assertThat(pool.statistics().inUseBytes()).isEqualTo(512);
    assertThat(pool.statistics().reservedBytes()).isGreaterThanOrEqualTo(512);
    lease.close();
    assertThat(pool.statistics().inUseBytes()).isZero();
    assertThat(pool.statistics().highWaterBytes()).isEqualTo(512);
  }
}
