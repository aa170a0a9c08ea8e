// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// A snapshot of the counters of the stacks or of a pool. While threads work on, the numbers need
/// not belong to one instant; at rest they are exact.
///
/// ```java
/// MemoryStats stats = NativeStack.stats();
/// long idle = stats.reservedBytes() - stats.inUseBytes();
/// ```
///
/// @param reservedBytes native memory held, idle or in use
/// @param inUseBytes native memory that open frames or leases occupy, gaps and rounding included
/// @param highWaterBytes for stacks: the most that one of them had in use at once; for a pool: the
///   most it had reserved at once
/// @param missCount how often memory at hand was not enough: a stack had to grow, or a pool took
///   memory from the C heap beyond its bound
/// @param waitCount how often a thread had to wait; stacks never wait
/// @param leakCount how many frames were abandoned or ended with their thread, or how many leases
///   were given up, without being closed
public record MemoryStats(
    long reservedBytes,
    long inUseBytes,
    long highWaterBytes,
    long missCount,
    long waitCount,
    long leakCount) {}
