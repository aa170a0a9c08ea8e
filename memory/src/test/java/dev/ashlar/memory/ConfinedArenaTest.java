// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.Arena;

/// The judge keeps the contract itself.
final class ConfinedArenaTest extends ArenaContract {
  @Override
  void run(Use use) throws Throwable {
    Arena arena = Arena.ofConfined();
    use.with(arena);
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
