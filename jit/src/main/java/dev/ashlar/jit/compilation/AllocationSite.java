// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

/// An allocation of an object in C2's current code, added up over all methods that inline it.
///
/// The log does not have allocations. A site is therefore the constructor call that follows a
/// `new`. Arrays are missing, and so are objects whose constructor is an intrinsic of C2. Sites in
/// a constructor are known only if C2 logged a super constructor call before any possible `new`.
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
