// SPDX-License-Identifier: Apache-2.0
/// Reads files of tables as columnar batches, and skips blocks that a filter excludes.
@NullMarked
package dev.ashlar.spark.internal.read;

import org.jspecify.annotations.NullMarked;
