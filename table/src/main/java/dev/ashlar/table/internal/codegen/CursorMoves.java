// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.table.internal.access.CurrentChunks;
import dev.ashlar.table.internal.cursor.CursorInterface;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import org.jspecify.annotations.Nullable;

/// The position of a cursor, and the methods that move it.
///
/// `moveTo` keeps the chunk while rows are in it. It compares `int`s and stores only the row, so C2
/// unrolls a loop over rows and loads the chunk's fields in front of it. `next` compares signed
/// `int`s, since C2 recognizes only such loops as counted.
///
/// A row in another chunk is looked up without a call ([RowPlace]). Even a rare call would keep all
/// checks in the loop.
final class CursorMoves {
  static final String TABLE_FIELD = "table";

  private static final String CHUNK_FIELD = "chunk";

  /// The kind and the ownership of all chunks of the table, with the same names as the chunk's
  /// fields. The cursor has them too, so that checks of them are hoisted out of a loop in which the
  /// chunk changes.
  static final String KIND_FIELD = "kind";

  static final String OWNERSHIP_FIELD = "ownership";

  private static final String CURRENT_FIELD = "current";

  private static final ClassDesc CURRENT = desc(CurrentChunks.class);

  private static final ClassDesc PLACE = AccessCode.exported("Place");

  /// Counts from the first row of the chunk.
  private static final String ROW_FIELD = "row";

  /// In the first chunk, so that a loop finds the chunk that it needs: then it has never changed.
  /// No memory has that row.
  private static final int BEFORE_FIRST = -1;

  private final ClassGenerator generator;
  private final ClassDesc self;
  private final ClassDesc table;
  private final TableHandles handles;

  CursorMoves(ClassGenerator generator, TableHandles handles) {
    this.generator = generator;
    this.self = generator.self;
    this.table = handles.table();
    this.handles = handles;
  }

  void write(ClassBuilder type, CursorInterface cursor) {
    type.withField(TABLE_FIELD, table, ACC_PRIVATE | ACC_FINAL);
    type.withField(CHUNK_FIELD, AccessCode.CHUNK, ACC_PRIVATE);
    type.withField(OWNERSHIP_FIELD, AccessCode.OWNERSHIP, ACC_PRIVATE | ACC_FINAL);
    type.withField(KIND_FIELD, CD_int, ACC_PRIVATE | ACC_FINAL);
    type.withField(CURRENT_FIELD, CURRENT, ACC_PRIVATE | ACC_FINAL);
    type.withField(ROW_FIELD, CD_int, ACC_PRIVATE);
    MethodTypeDesc constructor = MethodTypeDesc.of(CD_void, table, AccessCode.CHUNK, CURRENT);
    generator.method(type, INIT_NAME, constructor, ACC_PRIVATE);
    generator.method(type, "row", MethodTypeDesc.of(CD_long), ACC_PUBLIC);
    generator.method(type, "next", MethodTypeDesc.of(CD_boolean), ACC_PUBLIC);
    for (Class<?> returned : cursor.moveToTypes()) {
      MethodTypeDesc shape = MethodTypeDesc.of(desc(returned), CD_long);
      generator.method(type, "moveTo", shape, ACC_PUBLIC);
    }
  }

  /// Writes the code of one of these methods.
  void write(CodeBuilder code, String method) {
    switch (method) {
      case "row" -> row(code);
      case "next" -> next(code);
      case "moveTo" -> moveTo(code);
      default -> constructor(code);
    }
  }

  private void constructor(CodeBuilder code) {
    code.aload(0).invokespecial(CD_Object, INIT_NAME, MethodTypeDesc.of(CD_void));
    code.aload(0).aload(1).putfield(self, TABLE_FIELD, table);
    code.aload(0).aload(2).putfield(self, CHUNK_FIELD, AccessCode.CHUNK);
    copyField(code, OWNERSHIP_FIELD, AccessCode.OWNERSHIP);
    copyField(code, KIND_FIELD, CD_int);
    code.aload(0).aload(3).putfield(self, CURRENT_FIELD, CURRENT);
    code.aload(0).loadConstant(BEFORE_FIRST).putfield(self, ROW_FIELD, CD_int).return_();
  }

  private void copyField(CodeBuilder code, String name, ClassDesc type) {
    code.aload(0);
    AccessCode.loadField(code, 2, name, type);
    code.putfield(self, name, type);
  }

  private void row(CodeBuilder code) {
    loadTableRow(code);
    code.lreturn();
  }

  void loadTableRow(CodeBuilder code) {
    loadChunk(code);
    AccessCode.call(code, "first", CD_long, AccessCode.CHUNK);
    loadRow(code);
    code.i2l().ladd();
  }

  private void next(CodeBuilder code) {
    Label elsewhere = code.newLabel();
    Label end = code.newLabel();
    beforeAccess(code);
    int next = code.allocateLocal(TypeKind.INT);
    loadRow(code);
    code.iconst_1().iadd().dup().istore(next);
    loadChunk(code);
    AccessCode.call(code, "reach", CD_int, AccessCode.CHUNK);
    code.if_icmpge(elsewhere).aload(0).iload(next).putfield(self, ROW_FIELD, CD_int);
    code.iconst_1().ireturn().labelBinding(elsewhere);
    int row = code.allocateLocal(TypeKind.LONG);
    loadTableRow(code);
    code.lconst_1().ladd().dup2().lstore(row).aload(0).getfield(self, TABLE_FIELD, table);
    code.invokevirtual(table, "size", MethodTypeDesc.of(CD_long)).lcmp().ifge(end);
    int chunk = locate(code, row, end);
    int place = AccessCode.storeRowIn(code, chunk, row);
    code.aload(0).iload(place).putfield(self, ROW_FIELD, CD_int).iconst_1().ireturn();
    code.labelBinding(end).iconst_0().ireturn();
  }

  private void moveTo(CodeBuilder code) {
    Label elsewhere = code.newLabel();
    beforeAccess(code);
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    int row = code.allocateLocal(TypeKind.INT);
    loadChunk(code);
    code.astore(chunk).lload(1).l2i();
    AccessCode.loadField(code, chunk, "firstLow", CD_int);
    code.isub().dup().istore(row);
    AccessCode.loadField(code, chunk, "reach", CD_int);
    compareUnsigned(code);
    code.ifge(elsewhere).lload(1).lload(1).l2i().i2l().lcmp().ifne(elsewhere);
    code.aload(0).iload(row).putfield(self, ROW_FIELD, CD_int).aload(0).areturn();
    code.labelBinding(elsewhere);
    int found = locate(code, 1, null);
    int place = AccessCode.storeRowIn(code, found, 1);
    code.aload(0).iload(place).putfield(self, ROW_FIELD, CD_int).aload(0).areturn();
  }

  static void compareUnsigned(CodeBuilder code) {
    code.invokestatic(
        desc(Integer.class), "compareUnsigned", MethodTypeDesc.of(CD_int, CD_int, CD_int));
  }

  /// Finds the chunk of a row, and leaves it in a new local and in the cursor.
  ///
  /// @param end where to go on if this row and all behind it were deleted; null if the row itself
  ///   is wanted
  private int locate(CodeBuilder code, int row, @Nullable Label end) {
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    Label same = code.newLabel();
    Label found = code.newLabel();
    code.new_(PLACE).dup().aload(0).getfield(self, CURRENT_FIELD, CURRENT).lload(row);
    code.invokespecial(PLACE, INIT_NAME, MethodTypeDesc.of(CD_void, CURRENT, CD_long));
    code.getfield(PLACE, "chunk", AccessCode.CHUNK).dup().astore(chunk).ifnonnull(found);
    if (end != null) {
      generator.constants.load(code, handles.next());
      code.aload(0).getfield(self, TABLE_FIELD, table).lload(row);
      Bytecode.invokeExact(code, MethodTypeDesc.of(CD_long, table, CD_long));
      code.dup2().lstore(row).lconst_0().lcmp().iflt(end);
    }
    generator.constants.load(code, end == null ? handles.locate() : handles.locateStored());
    code.aload(0).getfield(self, TABLE_FIELD, table).lload(row);
    Bytecode.invokeExact(code, MethodTypeDesc.of(CD_Object, table, CD_long));
    AccessCode.toChunk(code);
    code.astore(chunk).labelBinding(found).aload(chunk);
    loadChunk(code);
    code.if_acmpeq(same).aload(0).aload(chunk).putfield(self, CHUNK_FIELD, AccessCode.CHUNK);
    code.labelBinding(same);
    return chunk;
  }

  private void beforeAccess(CodeBuilder code) {
    AccessCode.call(code, "beforeAccess", CD_void);
  }

  void loadChunk(CodeBuilder code) {
    code.aload(0).getfield(self, CHUNK_FIELD, AccessCode.CHUNK);
  }

  void loadRow(CodeBuilder code) {
    code.aload(0).getfield(self, ROW_FIELD, CD_int);
  }
}
