// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

/// A `new` of an object in C2's current code, with all the methods in which it is inlined.
///
/// The log does not have allocations, so a site is the call of the constructor after a `new`.
/// Arrays are missing, and so are objects whose constructor is an intrinsic of C2. In a
/// constructor, sites are known only if the call of the super constructor is recognized by its
/// bytecode index.
///
/// @param method the method with the bytecode
/// @param bci bytecode index of the constructor call
/// @param type the class
/// @param eliminatedCount the number of places in which C2 eliminated the allocation
/// @param remainingCount the number of places in which C2 did not eliminate it
/// @param frequency how often the remaining allocations ran, as HotSpot counted until the
///   compilation; 0 if unknown
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
