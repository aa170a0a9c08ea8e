// SPDX-License-Identifier: Apache-2.0
/// Writes rows of Spark to files of tables, and commits all files of a query together.
@NullMarked
package dev.ashlar.spark.internal.write;

import org.jspecify.annotations.NullMarked;
