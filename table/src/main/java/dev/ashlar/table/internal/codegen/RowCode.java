// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.ref.Reference;

/// Writes the code that writes all fields of a row, for one [kind of row][Chunk#rowKind]. Native
/// memory is checked once for all fields. Buffers would check each field, and C2 would not inline
/// that much code.
final class RowCode {
  /// Up to so many fields are all inlined at once. One brings 1,050 nodes, and nothing is inlined
  /// after 18,000 ([InlineLate]): not even the record's constructor, so that the record is
  /// allocated.
  private static final int MAX_AT_ONCE = 12;

  /// How many of more fields are. There is room for a loop that meets three kinds of rows.
  private static final int FEW = 4;

  private final ClassDesc self;
  private final CodeBuilder code;
  private final Schema schema;
  private final Constants constants;
  private final int kind;
  private final int chunk;
  private final int row;

  /// The local of the row's address; -1 unless rows are reached directly.
  private final int base;

  /// The local of the columns' addresses; -1 unless columns are reached directly.
  private final int addresses;

  /// Goes on behind all checks of the row.
  ///
  /// @param chunk the local that has it, as `row` that of the row in it
  RowCode(ClassGenerator table, CodeBuilder code, int kind, int chunk, int row) {
    this.self = table.self;
    this.code = code;
    this.schema = table.schema;
    this.constants = table.constants;
    this.kind = kind;
    this.chunk = chunk;
    this.row = row;
    boolean direct = kind <= Chunk.COLUMNS;
    boolean columns = kind == Chunk.COLUMNS;
    this.base = direct && !columns ? code.allocateLocal(TypeKind.LONG) : -1;
    this.addresses = columns ? code.allocateLocal(TypeKind.REFERENCE) : -1;
    if (direct) {
      code.aload(chunk);
      AccessCode.call(code, "requireDirect", CD_void, AccessCode.CHUNK);
    }
    if (columns) {
      AccessCode.loadField(code, chunk, "addresses", CD_long.arrayType());
      code.astore(addresses);
    } else if (direct) {
      AccessCode.loadField(code, chunk, "address", CD_long);
      code.iload(row).i2l().loadConstant(layout().stride(schema)).lmul().ladd().lstore(base);
    }
  }

  /// How many fields are inlined at once; the accesses to those behind them are inlined late.
  static int atOnce(Schema schema) {
    int fields = schema.fields().size();
    return fields <= MAX_AT_ONCE ? fields : FEW;
  }

  /// Whether a field is inlined late. Arrays take so few nodes that none is.
  private boolean isDeferred(Field field) {
    return kind != Chunk.HEAP_COLUMNS && field.index() >= atOnce(schema);
  }

  private boolean isDirect() {
    return base >= 0 || addresses >= 0;
  }

  private Layout layout() {
    return kind == Chunk.ROWS ? Layout.ROWS : Layout.ALIGNED_ROWS;
  }

  /// Writes a field.
  ///
  /// @param values has its value
  void set(Field field, StoredLocals values) {
    PrimitiveType primitive = field.primitive();
    if (field.isRun()) {
      loadRun(field);
      values.load(field);
      CodecCode.write(code, field);
    } else if (isDeferred(field)) {
      loadDeferred(field);
      values.load(field);
      place().invoke(code, self, primitive);
    } else if (isDirect()) {
      constants.loadMemory(code);
      loadAddress(field);
      AccessCode.mask(code);
      values.load(field);
      AccessCode.setInSegment(code, primitive);
    } else {
      constants.loadAccess(code, field);
      loadPlace();
      values.load(field);
      AccessCode.access(code, primitive, false, AccessCode.PLACE);
    }
  }

  private void loadRun(Field field) {
    constants.loadCodec(code, field);
    code.aload(chunk).iload(row);
  }

  private DeferredCode place() {
    if (!isDirect()) {
      return DeferredCode.ANY;
    }
    return base >= 0 ? DeferredCode.ROW : DeferredCode.COLUMN;
  }

  private void loadDeferred(Field field) {
    if (isDirect()) {
      constants.loadMemory(code);
    }
    if (base >= 0) {
      code.lload(base).loadConstant((int) layout().offsets(schema, 0)[field.index()]);
    } else if (addresses >= 0) {
      code.aload(addresses).iload(row).loadConstant(field.index());
    } else {
      constants.loadAccess(code, field);
      loadPlace();
    }
  }

  private void loadPlace() {
    int known = kind == Chunk.CHECKED ? AccessCode.ANY_KIND : kind;
    AccessCode.loadPlace(code, chunk, known);
    code.iload(row);
  }

  private void loadAddress(Field field) {
    if (base >= 0) {
      code.lload(base).loadConstant(layout().offsets(schema, 0)[field.index()]).ladd();
    } else {
      code.aload(addresses).loadConstant(field.index()).laload().iload(row).i2l();
      code.loadConstant(Integer.numberOfTrailingZeros(field.primitive().byteSize())).lshl().ladd();
    }
  }

  /// Keeps the memory until here.
  void end() {
    if (isDirect()) {
      code.aload(chunk);
      code.invokestatic(
          desc(Reference.class), "reachabilityFence", MethodTypeDesc.of(CD_void, CD_Object));
    }
  }
}
