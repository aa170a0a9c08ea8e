// SPDX-License-Identifier: Apache-2.0
/// Reads files of tables as columnar batches, and skips blocks that a filter rules out.
@NullMarked
package dev.ashlar.spark.internal.read;

import org.jspecify.annotations.NullMarked;
