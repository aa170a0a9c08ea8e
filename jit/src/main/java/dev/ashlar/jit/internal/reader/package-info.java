// SPDX-License-Identifier: Apache-2.0
/// Reads a compilation log into the values of package `dev.ashlar.jit.compilation`.
@NullMarked
package dev.ashlar.jit.internal.reader;

import org.jspecify.annotations.NullMarked;
