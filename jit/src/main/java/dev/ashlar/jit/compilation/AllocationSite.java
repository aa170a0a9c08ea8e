// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

/// A `new` of an object in C2's current code, with all the methods in which it is inlined.
///
/// The log has no allocations. A site is the call of a constructor that `new` makes, so arrays, and
/// constructors that C2 has as intrinsics, are not there. In a constructor, sites are known only if
/// the call of the super constructor is recognized by its bytecode index.
///
/// @param method the method with the bytecode
/// @param bci of the call of the constructor
/// @param type the class
/// @param eliminatedCount in how many places C2 eliminated it
/// @param remainingCount in how many it did not
/// @param frequency how often the remaining ones ran, as HotSpot counted until the compilation; 0
///   if unknown
/// @param constructorCall why the constructor is not inlined, so that the object escapes; empty if
///   it is inlined everywhere
public record AllocationSite(
    Method method,
    int bci,
    String type,
    int eliminatedCount,
    int remainingCount,
    double frequency,
    String constructorCall) {}
