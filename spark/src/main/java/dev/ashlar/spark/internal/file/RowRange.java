// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.file;

import java.net.URI;
import org.apache.spark.sql.connector.read.InputPartition;

/// Consecutive rows of a file, which one task reads.
///
/// @param key the [key][FileAccess#key] of a local file; 0 for others
/// @param rows the number of rows; [#ALL] for the whole file, whose length does not tell how many
///   rows it has
public record RowRange(URI file, long key, long firstRow, long rows) implements InputPartition {
  public static final long ALL = -1;
}
