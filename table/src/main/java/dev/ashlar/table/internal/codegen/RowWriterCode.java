// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.RECORD;
import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.schema.Component;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes the methods that write a record into a row.
///
/// C2 eliminates a record only if it is not passed to a call. So `set` and `append` read the
/// components of the record, and pass the values to the code that writes the row. That code has a
/// method for each [kind of row][Chunk#rowKind]. A method whose compiled code has more than
/// `InlineSmallCode` bytes is not inlined: then the call gets the values and not the record.
final class RowWriterCode {
  /// Stands for the row behind the last one, which is not known before the accessors have run.
  static final long APPENDED = -1;

  private static final MethodTypeDesc SIZE = MethodTypeDesc.of(CD_long);

  /// Rows of more fields are written by a call, always. If it were inlined into `set`, `set` would
  /// be too big to be inlined.
  private static final int MAX_INLINED = 4;

  /// `FreqInlineSize`: no method of more bytes is inlined.
  private static final int FREQ_INLINE_SIZE = 325;

  /// The most parameters for the values of a row. A method has 255 at most; the others are for
  /// `this`, the chunk, and the row.
  private static final int MAX_SLOTS = 250;

  private final ClassGenerator table;
  private final ClassDesc self;
  private final Schema schema;
  private final Constants constants;

  /// The parameters with the data to be written: the values, or the record if it has too many
  /// values.
  private final List<ClassDesc> written;

  RowWriterCode(ClassGenerator table) {
    this.table = table;
    this.self = table.self;
    this.schema = table.schema;
    this.constants = table.constants;
    int slots = 0;
    List<ClassDesc> values = new ArrayList<>();
    for (Field field : schema.fields()) {
      slots += kind(field).slotSize();
      values.add(kind(field).upperBound());
    }
    this.written = slots > MAX_SLOTS ? List.of(RECORD) : values;
  }

  private static TypeKind kind(Field field) {
    return ComponentCode.kind(field);
  }

  private boolean takesRecord() {
    return written.equals(List.of(RECORD));
  }

  private MethodTypeDesc shape(ClassDesc... place) {
    List<ClassDesc> all = new ArrayList<>(List.of(place));
    all.addAll(written);
    return MethodTypeDesc.of(CD_void, all);
  }

  private MethodTypeDesc ofRow() {
    return shape(CD_long);
  }

  private MethodTypeDesc ofKind() {
    return takesRecord() ? ofRow() : shape(AccessCode.CHUNK, CD_int);
  }

  /// Adds the methods to a class, with the code that [#write(CodeBuilder)] and [#write(CodeBuilder,
  /// int)] write; none if rows are only read.
  void write(ClassBuilder type) {
    if (!schema.isExact()) {
      return;
    }
    table.method(type, "write", ofRow(), ACC_PRIVATE);
    for (int kind = 0; kind <= Chunk.CHECKED; kind++) {
      table.method(type, method(kind), ofKind(), ACC_PRIVATE, "writeKind", kind);
    }
  }

  private static String method(int kind) {
    return "write" + kind;
  }

  /// Writes a record into a row.
  ///
  /// @param record the local that has it
  /// @param row the local that has the row. The accessors of the record may append rows, and may
  ///   close or grow the table: it is looked up after them
  void callAt(CodeBuilder code, int record, int row) {
    if (isExact(code)) {
      code.aload(0).lload(row);
      call(code, record);
    }
  }

  /// Writes the call for a row whose number is known now, or for [#APPENDED].
  void call(CodeBuilder code, int record, long row) {
    if (isExact(code)) {
      code.aload(0).loadConstant(row);
      call(code, record);
    }
  }

  private void call(CodeBuilder code, int record) {
    loadRecord(code, record);
    if (!takesRecord()) {
      int value = code.allocateLocal(TypeKind.REFERENCE);
      code.astore(value);
      loadValues(code, value);
    }
    code.invokevirtual(self, "write", ofRow());
  }

  /// Whether rows can be written; the code throws if not.
  private boolean isExact(CodeBuilder code) {
    if (!schema.isExact()) {
      Bytecode.throwIllegalArgument(code, schema.refusal());
    }
    return schema.isExact();
  }

  /// Throws what writing the record in a local would throw.
  void require(CodeBuilder code, int record) {
    if (isExact(code)) {
      takeApart(code, record);
    }
  }

  /// Reads all components before the first field is written: one that is null, or throws, leaves
  /// the row as it was.
  private StoredLocals takeApart(CodeBuilder code, int record) {
    int value = code.allocateLocal(TypeKind.REFERENCE);
    loadRecord(code, record);
    code.astore(value);
    StoredLocals values = StoredLocals.allocate(code, schema.fields(), schema.fields().size());
    ComponentCode components = RowComponents.ofLocals(code, constants, self, values.values());
    for (Component component : schema.components()) {
      code.aload(value);
      components.takeApart(component, values.values());
    }
    return values;
  }

  /// Puts the values of a record on the stack. Primitives need no local: with one for each field,
  /// the method is too long to be inlined from about 30 fields on.
  ///
  /// @param value the local that has the record
  private void loadValues(CodeBuilder code, int value) {
    for (Component component : schema.components()) {
      code.aload(value);
      if (component.isField() && component.type().isPrimitive()) {
        ComponentCode.callAccessor(code, component);
      } else {
        StoredLocals values =
            StoredLocals.allocate(code, component.fields(), schema.fields().size());
        RowComponents.ofLocals(code, constants, self, values.values())
            .takeApart(component, values.values());
        values.loadAll();
      }
    }
  }

  /// Puts a record on the stack, which is not null.
  void loadRecord(CodeBuilder code, int local) {
    code.aload(local);
    Bytecode.requireNonNull(
        code,
        "null is no "
            + schema.type().getName()
            + ": a row of a table has a value of each component");
    code.checkcast(desc(schema.type()));
  }

  /// Finds the chunk of the row in local 1, and calls the method for its kind.
  void write(CodeBuilder code) {
    Place place = takesRecord() ? first(code) : find(code);
    List<SwitchCase> cases = new ArrayList<>();
    for (int kind = 1; kind <= Chunk.CHECKED; kind++) {
      cases.add(SwitchCase.of(kind, code.newLabel()));
    }
    Label first = code.newLabel();
    AccessCode.loadField(code, place.chunk(), "rowKind", CD_int);
    code.lookupswitch(first, cases);
    for (SwitchCase next : cases) {
      code.labelBinding(next.target());
      callKind(code, place, next.caseValue());
    }
    code.labelBinding(first);
    callKind(code, place, 0);
    if (schema.fields().size() > MAX_INLINED) {
      // Never executed.
      Bytecode.lengthen(code, FREQ_INLINE_SIZE);
      code.return_();
    }
    abandon(code, place);
  }

  private void callKind(CodeBuilder code, Place place, int kind) {
    code.aload(0);
    if (takesRecord()) {
      code.lload(1);
    } else {
      code.aload(place.chunk()).iload(place.row());
    }
    for (int i = 0; i < written.size(); i++) {
      code.loadLocal(TypeKind.from(written.get(i)), code.parameterSlot(1 + i));
    }
    code.invokevirtual(self, method(kind), ofKind()).return_();
  }

  /// The locals of a chunk and of a row in it.
  ///
  /// @param claimed where the table is claimed if the row is [#APPENDED]; null if the caller does
  ///   that
  private record Place(int chunk, int row, @Nullable Label claimed) {}

  /// Finds the kind of all rows only: the accessors have not run.
  private Place first(CodeBuilder code) {
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(0).invokevirtual(self, "firstChunk", MethodTypeDesc.of(CD_Object));
    AccessCode.toChunk(code);
    code.astore(chunk);
    return new Place(chunk, 0, null);
  }

  /// Looks up the row in local 1, which may be [#APPENDED]: then it claims the table.
  private Place find(CodeBuilder code) {
    int tableRow = code.allocateLocal(TypeKind.LONG);
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    Label isThere = code.newLabel();
    Label found = code.newLabel();
    code.lload(1).lstore(tableRow).lload(1).lconst_0().lcmp().ifge(isThere);
    code.aload(0).dup().invokevirtual(self, "room", SIZE).dup2().lstore(tableRow);
    Label claimed = code.newBoundLabel();
    AccessCode.loadChunk(code, self, "room", chunk);
    code.goto_(found).labelBinding(isThere).aload(0).lload(1);
    AccessCode.loadChunk(code, self, "chunk", chunk);
    code.labelBinding(found);
    return new Place(chunk, AccessCode.storeRowIn(code, chunk, tableRow), claimed);
  }

  /// Releases the table if the code behind the claim throws. What is before does not fall through.
  private void abandon(CodeBuilder code, Place place) {
    Label claimed = place.claimed();
    if (claimed != null) {
      Bytecode.catching(code, claimed, desc(Throwable.class));
      Label isThere = code.newLabel();
      code.lload(1).lconst_0().lcmp().ifge(isThere);
      code.aload(0).invokevirtual(self, "abandon", MethodTypeDesc.of(CD_void));
      code.labelBinding(isThere).athrow();
    }
  }

  /// Writes the values into the row in local 2 of the chunk in local 1, or the record into the row
  /// in local 1.
  void write(CodeBuilder code, int kind) {
    StoredLocals values;
    Place place;
    if (takesRecord()) {
      values = takeApart(code, code.parameterSlot(1));
      place = find(code);
    } else {
      values = StoredLocals.ofParameters(code, schema.fields(), 2);
      place = new Place(code.parameterSlot(0), code.parameterSlot(1), null);
    }
    AccessCode.requireWritable(code, place.chunk(), place.row());
    values.placeTexts(constants, place.chunk(), place.row());
    RowCode access = new RowCode(table, code, kind, place.chunk(), place.row());
    TableGenerator.requireStack(code, self);
    for (Field field : schema.fields()) {
      access.set(field, values);
    }
    access.end();
    code.return_();
    abandon(code, place);
  }
}
