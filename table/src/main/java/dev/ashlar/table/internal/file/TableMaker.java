// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.memory.TableMemory;

/// Makes the table of a file that has been mapped.
///
/// @param <T> the table
public interface TableMaker<T> {
  T make(FileStorage storage, TableMemory memory, long rows);
}
