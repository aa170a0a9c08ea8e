/// Work of libraries that need `sun.misc.Unsafe`, as the lab times it.
@NullMarked
package dev.ashlar.unsafe.workloads;

import org.jspecify.annotations.NullMarked;
