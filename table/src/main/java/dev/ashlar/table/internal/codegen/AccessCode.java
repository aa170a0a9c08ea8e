// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import dev.ashlar.table.Text;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.ColumnStarts;
import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.schema.Field;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.Objects;

/// Code with which generated classes use tables and their [chunks][Chunk].
final class AccessCode {
  static final ClassDesc CHUNK = desc(Chunk.class);
  static final ClassDesc TABLE = ClassDesc.of(Text.class.getPackageName(), "Table");

  /// The class whose methods generated classes call. It is in the exported package; see
  /// `GeneratedCode`.
  private static final ClassDesc CALLS = exported("Calls");

  private AccessCode() {}

  /// Returns a class that generated classes extend or call.
  static ClassDesc exported(String name) {
    return ClassDesc.of(Text.class.getPackageName(), "GeneratedCode$" + name);
  }

  /// Calls a method of [#CALLS].
  static void call(CodeBuilder code, String method, ClassDesc returned, ClassDesc... parameters) {
    code.invokestatic(CALLS, method, MethodTypeDesc.of(returned, parameters));
  }

  static Class<?> resolve(ClassDesc exported) {
    try {
      return (Class<?>) exported.resolveConstantDesc(MethodHandles.lookup());
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError(missing.getMessage(), missing);
    }
  }

  /// Puts the value of a field of [Chunk] on the stack.
  static void loadField(CodeBuilder code, int chunk, String name, ClassDesc type) {
    code.aload(chunk);
    call(code, name, type, CHUNK);
  }

  /// Puts a row of a chunk and the chunk's limit on the stack, below the handle of an access that
  /// is inlined late ([#defer]). The row is compared with the limit.
  static void loadLimits(CodeBuilder code, int chunk, int row) {
    int limit = code.allocateLocal(TypeKind.INT);
    Label inside = code.newLabel();
    loadField(code, chunk, "limit", CD_int);
    code.istore(limit).iload(row).iload(limit);
    code.invokestatic(
        desc(Integer.class), "compareUnsigned", MethodTypeDesc.of(CD_int, CD_int, CD_int));
    code.iflt(inside).iload(row).iload(limit);
    code.invokestatic(desc(Objects.class), "checkIndex", MethodTypeDesc.of(CD_int, CD_int, CD_int));
    code.pop().labelBinding(inside).iload(row).iload(limit);
  }

  /// Replaces a row, a limit and a handle by the handle, which is no constant at first.
  static void defer(CodeBuilder code) {
    call(code, "defer", CD_MethodHandle, CD_int, CD_int, CD_MethodHandle);
  }

  /// A row of a chunk, in local variables.
  ///
  /// @param rowType whether the row, which has been checked, is an `int` or a `long`
  record ChunkPlace(MemoryKind kind, int chunk, int row, TypeKind rowType)
      implements FieldCode.Place {
    @Override
    public void loadColumn(CodeBuilder code, Field field) {
      if (kind == MemoryKind.HEAP_COLUMNS) {
        loadField(code, chunk, "arrays", CD_Object.arrayType());
        code.loadConstant(field.index()).aaload().checkcast(FieldCode.array(field));
      } else {
        loadStart(code, field.index());
      }
    }

    private void loadStart(CodeBuilder code, int column) {
      if (column < ColumnStarts.FIELDS) {
        loadField(code, chunk, "start" + column, CD_long);
      } else {
        code.aload(chunk).loadConstant(column);
        call(code, "start", CD_long, CHUNK, CD_int);
      }
    }

    @Override
    public void loadMemory(CodeBuilder code) {
      loadField(code, chunk, "memory", FieldCode.SEGMENT);
    }

    @Override
    public void loadRow(CodeBuilder code) {
      code.loadLocal(rowType, row).conversion(rowType, TypeKind.LONG);
    }

    @Override
    public void loadChunkRow(CodeBuilder code) {
      code.aload(chunk).loadLocal(rowType, row).conversion(rowType, TypeKind.INT);
    }
  }
}
