// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Garbage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Leases that end in the call that acquired them leave nothing for the collector, with the
/// tracking that every pool has. Asked in a JVM that runs nothing else, which inlines the calls.
final class NativePoolGarbageTest {
  @Test
  void confinedLeases() throws Exception {
    ChildJvm.run(
        "leases",
        200,
        List.of("--enable-native-access=ALL-UNNAMED"),
        LeasesProgram.class.getName());
  }

  static final class LeasesProgram {
    private LeasesProgram() {}

    public static void main(String[] args) throws Throwable {
      try (NativePool pool = NativePool.create(1 << 20)) {
        Garbage.assertNone(i -> {
          try (Lease lease = pool.acquire(64 << 10)) {
            return use(lease.segment(), i);
          }
        });
        Garbage.assertNone(i -> {
          try (Lease first = pool.acquire(64 << 10);
              Lease second = pool.acquire(1000)) {
            return use(first.segment(), i) + use(second.segment(), i + 1);
          }
        });
      }
    }

    private static long use(MemorySegment segment, long value) {
      segment.set(ValueLayout.JAVA_LONG, 0, value);
      return segment.get(ValueLayout.JAVA_LONG, 0) + segment.byteSize();
    }
  }
}
