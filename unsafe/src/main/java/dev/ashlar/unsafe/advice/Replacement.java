// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

/// How one task is done without Unsafe. All texts are Markdown.
///
/// @param task its name, a heading of `docs/unsafe.md`
/// @param does what code that has this task does
/// @param before a call of Unsafe's method; none if JDK 25 no longer has the method
/// @param cost what the replacement costs, and which experiment of the lab measures it
/// @param limits what the replacement cannot do
public record Replacement(
    String task, String does, Code before, Code jdk, Code ashlar, String cost, String limits) {}
