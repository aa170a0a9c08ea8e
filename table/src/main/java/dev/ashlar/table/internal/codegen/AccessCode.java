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
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;

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

  /// Puts the handle of a method on the stack, which is no constant at first: its call is inlined
  /// late. The limit of the chunk is compared, which does not change in a loop.
  static void loadLate(
      CodeBuilder code, int chunk, ClassDesc owner, String method, MethodTypeDesc type) {
    int limit = code.allocateLocal(TypeKind.INT);
    Label open = code.newLabel();
    loadField(code, chunk, "limit", CD_int);
    code.dup().istore(limit).loadConstant(Chunk.ENDED).if_icmpne(open);
    call(code, "ended", desc(IllegalStateException.class));
    code.athrow().labelBinding(open).iload(limit);
    code.ldc(MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, owner, method, type));
    call(code, "defer", CD_MethodHandle, CD_int, CD_MethodHandle);
  }

  /// A row of a chunk, in local variables. The row is a `long`, which has been checked.
  record ChunkPlace(MemoryKind kind, int chunk, int row) implements FieldCode.Place {
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
      code.lload(row);
    }

    @Override
    public void loadChunkRow(CodeBuilder code) {
      code.aload(chunk).lload(row).l2i();
    }
  }
}
