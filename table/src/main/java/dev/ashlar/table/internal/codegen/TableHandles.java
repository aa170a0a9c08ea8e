// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;

/// The method handles by which the classes of cursors and iterators find the chunks of a table. No
/// other code may get chunks. `Table` stands for the class of tables, which depends on this
/// package.
///
/// @param chunk `Object (Table, long row)`: the chunk of a row, which may have been deleted; throws
///   if there is no such row
/// @param locate the same; throws if the row was deleted
/// @param next `long (Table, long row)`: a row that was not deleted, from a row of the table on; -1
///   if there is none
/// @param locateStored the same as `chunk`, for a row that is seldom in the first chunk
public record TableHandles(
    MethodHandle chunk, MethodHandle locate, MethodHandle next, MethodHandle locateStored) {
  ClassDesc table() {
    return Bytecode.desc(chunk.type().parameterType(0));
  }
}
