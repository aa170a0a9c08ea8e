// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;

/// What the classes of cursors and iterators call of a table. `Table` stands for the class of
/// tables, which depends on this package.
///
/// @param chunk `Chunk (Table, long row)`; throws if there is no such row
/// @param locate likewise, for a row that is seldom in the first chunk
/// @param explained `RuntimeException (Table, RuntimeException, long row)`: what to throw for a
///   failure of an access to a row
/// @param beforeAccess `void ()`; called before a cursor moves
/// @param requireStack `void (Table)`; called before several fields of a row are written
public record TableHandles(
    MethodHandle chunk,
    MethodHandle locate,
    MethodHandle explained,
    MethodHandle beforeAccess,
    MethodHandle requireStack) {
  Class<?> table() {
    return locate.type().parameterType(0);
  }

  ClassDesc tableDesc() {
    return Bytecode.desc(table());
  }
}
