// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

/// The code for one task without Unsafe, with its cost and its limits. All texts are Markdown.
///
/// @param task the name of the task, which is a heading of `docs/unsafe.md`
/// @param does the effect of code with this task
/// @param before the code with Unsafe; without a line if JDK 25 no longer has the method
/// @param cost the cost of the replacement, and the experiment of the lab that measures it
/// @param limits what the replacement cannot do
public record Replacement(
    String task, String does, Code before, Code jdk, Code ashlar, String cost, String limits) {}
