// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import org.junit.jupiter.api.Nested;

/// The kinds of leases.
final class LeaseTest {
  abstract static class Kind extends LeaseContract {
    private final boolean shared;
    private final boolean exact;

    Kind(boolean shared, boolean exact) {
      this.shared = shared;
      this.exact = exact;
    }

    @Override
    NativePool pool() {
      return NativePool.create(1 << 20);
    }

    @Override
    Lease acquire(long byteSize) {
      return shared ? pool.acquireShared(byteSize) : pool.acquire(byteSize);
    }

    @Override
    boolean shared() {
      return shared;
    }

    @Override
    boolean exact() {
      return exact;
    }
  }

  @Nested
  final class Confined extends Kind {
    Confined() {
      super(false, true);
    }
  }

  @Nested
  final class Shared extends Kind {
    Shared() {
      super(true, false);
    }
  }

  @Nested
  final class ConfinedDebugged extends Kind {
    ConfinedDebugged() {
      super(false, true);
    }

    @Override
    NativePool pool() {
      return NativePool.builder(1 << 20).debug().create();
    }
  }

  @Nested
  final class SharedDebugged extends Kind {
    SharedDebugged() {
      super(true, true);
    }

    @Override
    NativePool pool() {
      return NativePool.builder(1 << 20).debug().create();
    }
  }

  @Nested
  final class ConfinedBeyondTheBound extends Kind {
    ConfinedBeyondTheBound() {
      super(false, true);
    }

    @Override
    NativePool pool() {
      return NativePool.builder(1).whenExhausted(ExhaustionPolicy.MALLOC).create();
    }
  }

  @Nested
  final class SharedBeyondTheBound extends Kind {
    SharedBeyondTheBound() {
      super(true, true);
    }

    @Override
    NativePool pool() {
      return NativePool.builder(1).whenExhausted(ExhaustionPolicy.MALLOC).create();
    }
  }
}
