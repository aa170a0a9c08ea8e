// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.cursor.CursorInterface;
import dev.ashlar.table.internal.cursor.CursorMethod;
import dev.ashlar.table.internal.cursor.CursorTarget;
import dev.ashlar.table.internal.cursor.InliningBudget;
import dev.ashlar.table.internal.schema.Component;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes a class that implements a user's cursor. It has a chunk, a row in the chunk, and for each
/// method its access. Atomic accesses are constant method handles, which cost nothing once
/// compiled.
public final class CursorGenerator extends ClassGenerator {
  private static final ClassDesc FAILURE = desc(RuntimeException.class);

  /// No method of a cursor has such a name.
  private static final String EXPLAINED_METHOD = "#explained";

  private static final MethodTypeDesc EXPLAINED_SHAPE = MethodTypeDesc.of(FAILURE, FAILURE);

  private static final String ACCESS = "access";

  private final ClassDesc table;
  private final CursorInterface cursor;
  private final List<CursorMethod> methods;
  private final TableHandles handles;
  private final InliningBudget budget;
  private final CursorMoves moves;

  public CursorGenerator(
      ClassDesc self,
      Schema schema,
      CursorInterface cursor,
      List<CursorMethod> methods,
      TableHandles handles) {
    super(self, schema);
    this.table = handles.table();
    this.cursor = cursor;
    this.methods = methods;
    this.handles = handles;
    this.budget = InliningBudget.of(methods);
    this.moves = new CursorMoves(this, handles);
  }

  @Override
  void write(ClassBuilder type) {
    type.withInterfaceSymbols(desc(cursor.type()));
    moves.write(type, cursor);
    method(type, EXPLAINED_METHOD, EXPLAINED_SHAPE, ACC_PRIVATE);
    for (int i = 0; i < methods.size(); i++) {
      Method method = methods.get(i).method();
      MethodTypeDesc shape = shape(method.getReturnType(), List.of(method.getParameterTypes()));
      method(type, method.getName(), shape, ACC_PUBLIC, ACCESS, i);
    }
  }

  @Override
  void write(CodeBuilder code, String method, int number) {
    switch (method) {
      case ACCESS -> access(code, methods.get(number));
      case EXPLAINED_METHOD -> explained(code);
      default -> moves.write(code, method);
    }
  }

  private static MethodTypeDesc shape(Class<?> returned, List<Class<?>> parameters) {
    List<ClassDesc> types = new ArrayList<>();
    for (Class<?> parameter : parameters) {
      types.add(desc(parameter));
    }
    return MethodTypeDesc.of(desc(returned), types);
  }

  private void access(CodeBuilder code, CursorMethod method) {
    if (!method.isPlain()) {
      atomic(code, method);
      return;
    }
    Label start = code.newBoundLabel();
    plain(code, method);
    Bytecode.catching(code, start, FAILURE);
    code.aload(0).swap();
    code.invokespecial(self, EXPLAINED_METHOD, EXPLAINED_SHAPE).athrow();
  }

  /// Reads or writes fields, by methods that all tables have in common.
  private void plain(CodeBuilder code, CursorMethod method) {
    boolean reads = method.returnsValue();
    if (!reads && !schema.isExact()) {
      Bytecode.throwIllegalArgument(code, schema.refusal());
      return;
    }
    int chunk = code.allocateLocal(TypeKind.REFERENCE);
    int row = code.allocateLocal(TypeKind.INT);
    // No switch: see ClassGenerator.
    if (method.target() instanceof CursorTarget.OfField(Field field)) {
      plain(code, chunk, row, field, reads);
    } else if (method.target() instanceof CursorTarget.OfText(Field field)) {
      storePlace(code, chunk, row);
      loadRun(code, chunk, row, field);
      CodecCode.readText(code);
    } else if (method.target()
        instanceof CursorTarget.OfComponent(Class<?> record, Component component)) {
      ComponentCode components = new CursorComponents(code, chunk, row);
      if (reads) {
        storePlace(code, chunk, row);
        components.load(component);
      } else {
        setComponent(code, chunk, row, components, component);
      }
    }
    returnResult(code, method);
  }

  private void plain(CodeBuilder code, int chunk, int row, Field field, boolean reads) {
    if (field.isEnum() && reads) {
      constants.loadEnum(code, field);
    }
    storePlace(code, chunk, row);
    if (reads) {
      get(code, chunk, row, field);
      if (field.isEnum()) {
        Bytecode.invokeExact(code, MethodTypeDesc.of(CD_int, CD_int));
      }
    } else {
      AccessCode.requireWritable(code, chunk, row);
      set(code, chunk, row, field, null);
    }
  }

  private void storePlace(CodeBuilder code, int chunk, int row) {
    moves.loadChunk(code);
    code.astore(chunk);
    moves.loadRow(code);
    code.istore(row);
  }

  /// Writes the fields of a component, of which local 1 has the value. The accessors of a record
  /// may move the cursor, or close the table: the row is asked for after them.
  private void setComponent(
      CodeBuilder code, int chunk, int row, ComponentCode components, Component component) {
    StoredLocals values = StoredLocals.allocate(code, component.fields(), schema.fields().size());
    code.loadLocal(TypeKind.from(component.type()), 1);
    components.store(component, values.values());
    storePlace(code, chunk, row);
    AccessCode.requireWritable(code, chunk, row);
    values.placeTexts(constants, chunk, row);
    code.aload(0).getfield(self, CursorMoves.TABLE_FIELD, table);
    AccessCode.call(code, "requireStack", CD_void, table);
    for (Field field : component.fields()) {
      set(code, chunk, row, field, values);
    }
  }

  private void get(CodeBuilder code, int chunk, int row, Field field) {
    if (field.isRun()) {
      loadRun(code, chunk, row, field);
      CodecCode.read(code);
      return;
    }
    access(code, chunk, row, field, true, null);
  }

  /// Writes a field.
  ///
  /// @param values has the values to be written; null if that is local 1
  private void set(
      CodeBuilder code, int chunk, int row, Field field, @Nullable StoredLocals values) {
    if (field.isRun()) {
      loadRun(code, chunk, row, field);
      loadStored(code, field, values);
      CodecCode.write(code, field);
      return;
    }
    access(code, chunk, row, field, false, values);
  }

  private static void loadStored(CodeBuilder code, Field field, @Nullable StoredLocals values) {
    if (values != null) {
      values.load(field);
      return;
    }
    loadValue(code, field, 1);
    if (field.isEnum()) {
      code.conversion(TypeKind.INT, TypeKind.from(field.primitive().type()));
    }
  }

  private void loadRun(CodeBuilder code, int chunk, int row, Field field) {
    constants.loadCodec(code, field);
    code.aload(chunk).iload(row);
  }

  private void access(
      CodeBuilder code,
      int chunk,
      int row,
      Field field,
      boolean reads,
      @Nullable StoredLocals values) {
    PrimitiveType primitive = field.primitive();
    MethodHandle deferred =
        budget.defers(field) ? AccessCode.handle(primitive, reads, AccessCode.OWNED_PLACE) : null;
    if (deferred != null) {
      loadDeferred(code, chunk, row, deferred);
    }
    constants.loadAccess(code, field);
    code.aload(chunk).aload(0).getfield(self, CursorMoves.OWNERSHIP_FIELD, AccessCode.OWNERSHIP);
    code.aload(0).getfield(self, CursorMoves.KIND_FIELD, CD_int);
    code.iload(row);
    if (!reads) {
      loadStored(code, field, values);
    }
    if (deferred != null) {
      MethodType type = deferred.type();
      Bytecode.invokeExact(code, shape(type.returnType(), type.parameterList()));
    } else {
      AccessCode.access(code, primitive, reads, AccessCode.OWNED_PLACE);
    }
  }

  /// The components of the record in the class of a cursor.
  private final class CursorComponents extends ComponentCode {
    private final int chunk;
    private final int row;

    CursorComponents(CodeBuilder code, int chunk, int row) {
      super(code, constants);
      this.chunk = chunk;
      this.row = row;
    }

    @Override
    void loadField(Field field) {
      get(code, chunk, row, field);
    }
  }

  /// Puts the handle of an access on the stack, which is no constant at first.
  private void loadDeferred(CodeBuilder code, int chunk, int row, MethodHandle access) {
    int limit = code.allocateLocal(TypeKind.INT);
    Label inside = code.newLabel();
    AccessCode.loadField(code, chunk, "limit", CD_int);
    code.istore(limit);
    code.iload(row).iload(limit);
    CursorMoves.compareUnsigned(code);
    code.iflt(inside).iload(row).iload(limit);
    code.invokestatic(desc(Objects.class), "checkIndex", MethodTypeDesc.of(CD_int, CD_int, CD_int));
    code.pop().labelBinding(inside).iload(row).iload(limit);
    constants.load(code, access);
    AccessCode.call(code, "defer", CD_MethodHandle, CD_int, CD_int, CD_MethodHandle);
  }

  /// Returns the exception to throw for a failure of an access to the row.
  private void explained(CodeBuilder code) {
    code.aload(0).getfield(self, CursorMoves.TABLE_FIELD, table).aload(1);
    moves.loadTableRow(code);
    AccessCode.call(code, "explained", FAILURE, table, FAILURE, CD_long);
    code.areturn();
  }

  private void atomic(CodeBuilder code, CursorMethod method) {
    Field field = method.target().fields().getFirst();
    if (field.isEnum() && method.returnsValue()) {
      constants.loadEnumConstants(code, field);
    }
    MethodHandle access = AtomicAccess.of(handles.chunk(), field, method.mode());
    constants.load(code, access);
    code.aload(0).getfield(self, CursorMoves.TABLE_FIELD, table);
    moves.loadTableRow(code);
    int slot = 1;
    for (Class<?> parameter : method.method().getParameterTypes()) {
      loadValue(code, field, slot);
      slot += TypeKind.from(parameter).slotSize();
    }
    MethodType type = access.type();
    Bytecode.invokeExact(code, shape(type.returnType(), type.parameterList()));
    returnResult(code, method);
  }

  /// Puts a parameter on the stack; of an enum, its ordinal.
  private static void loadValue(CodeBuilder code, Field field, int slot) {
    code.loadLocal(TypeKind.from(field.type()), slot);
    if (field.isEnum()) {
      Bytecode.loadOrdinal(code, field);
    }
  }

  /// Returns the value on the stack. For an enum, its constants and its ordinal are on the stack.
  private static void returnResult(CodeBuilder code, CursorMethod method) {
    switch (method.shape()) {
      case SET -> {
        if (method.method().getReturnType() == void.class) {
          code.return_();
        } else {
          code.aload(0).areturn();
        }
      }
      case COMPARE_AND_SET -> code.ireturn();
      default -> {
        Class<?> type = method.method().getReturnType();
        if (method.target() instanceof CursorTarget.OfField(Field field) && field.isEnum()) {
          code.aaload().checkcast(desc(type));
        }
        code.return_(TypeKind.from(type));
      }
    }
  }
}
