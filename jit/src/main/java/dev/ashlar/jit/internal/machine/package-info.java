/// Reads, decodes and analyzes the machine code that HotSpot prints.
@NullMarked
package dev.ashlar.jit.internal.machine;

import org.jspecify.annotations.NullMarked;
