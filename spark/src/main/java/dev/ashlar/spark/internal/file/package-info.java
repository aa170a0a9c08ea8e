// SPDX-License-Identifier: Apache-2.0
/// Files of tables for Spark: where they are, which are committed, and the types of their fields.
@NullMarked
package dev.ashlar.spark.internal.file;

import org.jspecify.annotations.NullMarked;
