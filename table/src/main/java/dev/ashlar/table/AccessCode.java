package dev.ashlar.table;

import static dev.ashlar.table.Names.TABLE;
import static dev.ashlar.table.Names.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.Chunk;
import dev.ashlar.table.internal.FieldAccess;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// What generated classes do with a [Chunk] and a [FieldAccess].
final class AccessCode {
  static final ClassDesc CHUNK = desc(Chunk.class);
  static final ClassDesc ACCESS = desc(FieldAccess.class);

  /// Stands for the kind that a chunk has.
  static final int ANY_KIND = -1;

  private AccessCode() {}

  /// Finds a chunk and puts it into a local.
  ///
  /// @param lookUp a method of [Table]; the table and a row are on the stack
  static void loadChunk(CodeBuilder code, String lookUp, int chunk) {
    code.invokevirtual(TABLE, lookUp, MethodTypeDesc.of(CD_Object, CD_long));
    code.checkcast(CHUNK).astore(chunk);
  }

  /// Puts a chunk and its kind on the stack, between a field's access and a row. The kind is a
  /// constant unless it is [#ANY_KIND].
  static void loadPlace(CodeBuilder code, int chunk, int kind) {
    code.aload(chunk);
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

  /// Returns the method of [FieldAccess] that reads or writes values of a carrier.
  static MethodHandle handle(Carrier carrier, boolean reads) {
    MethodType place = MethodType.methodType(carrier.type(), Chunk.class, int.class, int.class);
    return Members.find(() ->
        reads
            ? MethodHandles.lookup().findVirtual(FieldAccess.class, "get" + carrier.suffix(), place)
            : MethodHandles.lookup()
                .findVirtual(
                    FieldAccess.class,
                    "set" + carrier.suffix(),
                    place.changeReturnType(void.class).appendParameterTypes(carrier.type())));
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
}
