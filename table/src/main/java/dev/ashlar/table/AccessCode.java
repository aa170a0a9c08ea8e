package dev.ashlar.table;

import static dev.ashlar.table.Names.TABLE;
import static dev.ashlar.table.Names.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.BufferAccess;
import dev.ashlar.table.internal.Chunk;
import dev.ashlar.table.internal.FieldAccess;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.ByteBuffer;

/// What generated classes do with a [Chunk] and a [FieldAccess].
final class AccessCode {
  static final ClassDesc CHUNK = desc(Chunk.class);
  static final ClassDesc ACCESS = desc(FieldAccess.class);
  private static final ClassDesc BUFFER = desc(ByteBuffer.class);
  private static final ClassDesc BUFFER_ACCESS = desc(BufferAccess.class);

  /// Stands for the kind that a chunk has.
  static final int ANY_KIND = -1;

  /// So many fields of every kind are inlined into one loop.
  private static final int MAX_NARROW = 20;

  private AccessCode() {}

  /// Whether so many fields are reached by code for one kind of chunk.
  static boolean isWide(int fields) {
    return fields > MAX_NARROW;
  }

  /// Finds a chunk and puts it into a local.
  ///
  /// @param lookUp a method of [Table]; the table and a row are on the stack
  static void loadChunk(CodeBuilder code, String lookUp, int chunk) {
    code.invokevirtual(TABLE, lookUp, MethodTypeDesc.of(CD_Object, CD_long));
    code.checkcast(CHUNK).astore(chunk);
  }

  /// Puts the kind of a chunk on the stack, which is a constant unless it is [#ANY_KIND].
  static void loadKind(CodeBuilder code, int chunk, int kind) {
    if (kind == ANY_KIND) {
      code.aload(chunk).getfield(CHUNK, "kind", CD_int);
    } else {
      code.loadConstant(kind);
    }
  }

  /// Puts the place of a table's row in its chunk into a new local.
  static int storeRowIn(CodeBuilder code, int chunk, int tableRow) {
    int row = code.allocateLocal(TypeKind.INT);
    code.lload(tableRow).aload(chunk).getfield(CHUNK, "first", CD_long).lsub().l2i().istore(row);
    return row;
  }

  static void requireWritable(CodeBuilder code, int chunk, int row) {
    code.aload(chunk).iload(row).i2l();
    code.invokevirtual(CHUNK, "requireWritable", MethodTypeDesc.of(CD_void, CD_long));
  }

  /// Puts on the stack where the value of a field is, for [#get] and [#set] of the same kind.
  ///
  /// Of a kind that is known to have buffers, that is a buffer and an index: less code, of which C2
  /// inlines no more than 8,000 bytecodes (`DesiredMethodLimit`).
  ///
  /// @param loadAccess puts the field's access on the stack
  static void loadPlace(
      CodeBuilder code,
      int kind,
      int chunk,
      int row,
      FieldAccess access,
      Carrier carrier,
      Runnable loadAccess) {
    if (!isBuffered(kind)) {
      loadAccess.run();
      code.aload(chunk);
      loadKind(code, chunk, kind);
      code.iload(row);
      return;
    }
    code.aload(chunk);
    if (kind == Chunk.COLUMNS) {
      code.getfield(CHUNK, "columns", BUFFER.arrayType()).loadConstant(access.index()).aaload();
      code.iload(row).loadConstant(Integer.numberOfTrailingZeros(carrier.byteSize())).ishl();
      return;
    }
    boolean packed = kind == Chunk.ROWS;
    code.getfield(CHUNK, "bytes", BUFFER).iload(row);
    code.loadConstant(packed ? access.stride() : access.alignedStride()).imul();
    code.loadConstant(packed ? access.offset() : access.alignedOffset()).iadd();
  }

  /// Replaces a place by the value that is there.
  static void get(CodeBuilder code, int kind, Carrier carrier) {
    if (isBuffered(kind)) {
      code.invokestatic(
          BUFFER_ACCESS,
          "get" + carrier.suffix(),
          MethodTypeDesc.of(desc(carrier.type()), BUFFER, CD_int));
      return;
    }
    get(code, carrier);
  }

  /// Writes the value on the stack, above its place.
  static void set(CodeBuilder code, int kind, Carrier carrier) {
    if (isBuffered(kind)) {
      code.invokestatic(
          BUFFER_ACCESS,
          "set" + carrier.suffix(),
          MethodTypeDesc.of(CD_void, BUFFER, CD_int, desc(carrier.type())));
      return;
    }
    set(code, carrier);
  }

  /// Replaces a field's access, a chunk, its kind and a row by the value.
  static void get(CodeBuilder code, Carrier carrier) {
    code.invokevirtual(
        ACCESS,
        "get" + carrier.suffix(),
        MethodTypeDesc.of(desc(carrier.type()), CHUNK, CD_int, CD_int));
  }

  /// Writes the value on the stack, above what [#get] takes.
  static void set(CodeBuilder code, Carrier carrier) {
    code.invokevirtual(
        ACCESS,
        "set" + carrier.suffix(),
        MethodTypeDesc.of(CD_void, CHUNK, CD_int, CD_int, desc(carrier.type())));
  }

  private static boolean isBuffered(int kind) {
    return kind != ANY_KIND && kind <= Chunk.COLUMNS;
  }
}
