/// Native memory: blocks as Unsafe allocates them, and, with the options `check` and `leaks`, which
/// block an address belongs to.
@NullMarked
package dev.ashlar.unsafe.agent.memory;

import org.jspecify.annotations.NullMarked;
