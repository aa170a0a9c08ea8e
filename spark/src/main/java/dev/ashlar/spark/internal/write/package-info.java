// SPDX-License-Identifier: Apache-2.0
/// Writes rows of Spark to files of tables, and commits a folder of them as one.
@NullMarked
package dev.ashlar.spark.internal.write;

import org.jspecify.annotations.NullMarked;
