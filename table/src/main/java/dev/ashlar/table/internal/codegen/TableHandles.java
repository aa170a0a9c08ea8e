// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;

/// The method handles by which the classes of cursors and iterators find the chunks of a table. No
/// other code may get chunks. `Table` stands for the class of tables, which depends on this
/// package.
///
/// @param chunk `Object (Table, long row)`: a chunk; throws if there is no such row
/// @param locate the same, for a row that is seldom in the first chunk
public record TableHandles(MethodHandle chunk, MethodHandle locate) {
  ClassDesc table() {
    return Bytecode.desc(chunk.type().parameterType(0));
  }
}
