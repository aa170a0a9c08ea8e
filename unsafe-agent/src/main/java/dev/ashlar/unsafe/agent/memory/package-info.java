/// Allocates native memory like Unsafe. With the options `check` and `leaks`, finds the block of an
/// address.
@NullMarked
package dev.ashlar.unsafe.agent.memory;

import org.jspecify.annotations.NullMarked;
