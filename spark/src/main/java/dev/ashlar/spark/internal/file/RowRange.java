// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.file;

import java.net.URI;
import org.apache.spark.sql.connector.read.InputPartition;

/// Consecutive rows of a file: what one task reads.
///
/// @param key of a local file, see [FileAccess#key]; of others 0
/// @param rows all of the file if they are [#ALL], as its length does not say how many it has
public record RowRange(URI file, long key, long firstRow, long rows) implements InputPartition {
  public static final long ALL = -1;
}
