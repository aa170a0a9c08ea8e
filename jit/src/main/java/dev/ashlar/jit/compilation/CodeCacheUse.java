// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/// How full the code cache was.
///
/// @param leastFreeBytes the least free space after a compilation; empty if the log does not say
/// @param mostMethods the largest number of nmethods in it
/// @param fullCount how often a part of it was full, so that HotSpot stopped compiling or flushed
/// @param firstFullSeconds since the JVM started; empty if it was never full
/// @param sweepCount how often the sweeper flushed nmethods that are not used; JDK 21 and later
///   have no sweeper: the garbage collector flushes, and does not log it here
public record CodeCacheUse(
    OptionalLong leastFreeBytes,
    long mostMethods,
    int fullCount,
    OptionalDouble firstFullSeconds,
    int sweepCount) {}
