// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The use of the code cache.
///
/// @param leastFreeBytes the least free space after a compilation; empty if the log does not say
/// @param mostMethods the largest number of nmethods at one time
/// @param fullCount how often a part of the code cache was full; HotSpot then stops compiling, or
///   flushes nmethods
/// @param firstFullSeconds when a part was full first, since the JVM started; empty if none ever
///   was
/// @param sweepCount how often the sweeper flushed unused nmethods; JDK 21 and later have none:
///   their garbage collector flushes nmethods, and does not log it here
public record CodeCacheUse(
    OptionalLong leastFreeBytes,
    long mostMethods,
    int fullCount,
    OptionalDouble firstFullSeconds,
    int sweepCount) {}
