package dev.ashlar.table;

import static dev.ashlar.table.Names.TABLE;
import static dev.ashlar.table.Names.desc;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/// Writes a class that implements a user's cursor: a table, a row, and for each method the access
/// that it asks for: a constant method handle, which costs nothing once compiled.
final class CursorGenerator {
  private static final String TABLE_FIELD = "table";

  private static final String ROW_FIELD = "row";

  private static final ClassDesc RUNTIME_EXCEPTION = desc(RuntimeException.class);

  private static final MethodHandle EXPLAINED =
      Members.find(() ->
          MethodHandles.lookup()
              .findStatic(
                  Table.class,
                  "explained",
                  MethodType.methodType(
                      RuntimeException.class, RuntimeException.class, Table.class, long.class)));

  /// No table has that row, so that a cursor that was not moved reaches no field.
  private static final long BEFORE_FIRST = -1;

  private final ClassDesc self;
  private final TableType<?> tables;
  private final Class<? extends Cursor> cursor;
  private final List<CursorMethod> methods;
  private final List<Object> classData = new ArrayList<>();

  CursorGenerator(
      ClassDesc self,
      TableType<?> tables,
      Class<? extends Cursor> cursor,
      List<CursorMethod> methods) {
    this.self = self;
    this.tables = tables;
    this.cursor = cursor;
    this.methods = methods;
  }

  byte[] classFile() {
    return ClassFile.of().build(self, this::write);
  }

  /// The constants of the class file that was written last.
  List<Object> classData() {
    return List.copyOf(classData);
  }

  private void write(ClassBuilder type) {
    type.withFlags(ACC_FINAL);
    type.withInterfaceSymbols(desc(cursor));
    type.with(SourceFileAttribute.of(tables.recordType().getSimpleName()));
    type.withField(TABLE_FIELD, TABLE, ACC_PRIVATE | ACC_FINAL);
    type.withField(ROW_FIELD, CD_long, ACC_PRIVATE);
    type.withMethodBody(
        INIT_NAME, MethodTypeDesc.of(CD_void, TABLE), ACC_PRIVATE, this::constructor);
    type.withMethodBody("row", MethodTypeDesc.of(CD_long), ACC_PUBLIC, this::row);
    type.withMethodBody("next", MethodTypeDesc.of(CD_boolean), ACC_PUBLIC, this::next);
    for (Class<?> returned : CursorClass.moveToTypes(cursor)) {
      MethodTypeDesc shape = MethodTypeDesc.of(desc(returned), CD_long);
      type.withMethodBody("moveTo", shape, ACC_PUBLIC, this::moveTo);
    }
    for (CursorMethod method : methods) {
      type.withMethodBody(
          method.method().getName(),
          shape(method.method().getReturnType(), List.of(method.method().getParameterTypes())),
          ACC_PUBLIC,
          code -> access(code, method));
    }
  }

  private static MethodTypeDesc shape(Class<?> returned, List<Class<?>> parameters) {
    return MethodTypeDesc.of(desc(returned), parameters.stream().map(Names::desc).toList());
  }

  private void constructor(CodeBuilder code) {
    code.aload(0).invokespecial(CD_Object, INIT_NAME, MethodTypeDesc.of(CD_void));
    code.aload(0).aload(1).putfield(self, TABLE_FIELD, TABLE);
    code.aload(0).loadConstant(BEFORE_FIRST).putfield(self, ROW_FIELD, CD_long).return_();
  }

  private void row(CodeBuilder code) {
    loadRow(code);
    code.lreturn();
  }

  private void next(CodeBuilder code) {
    Label end = code.newLabel();
    int next = code.allocateLocal(TypeKind.LONG);
    loadRow(code);
    code.lconst_1().ladd().lstore(next);
    code.lload(next);
    loadSize(code);
    code.lcmp().ifge(end);
    code.aload(0).lload(next).putfield(self, ROW_FIELD, CD_long).iconst_1().ireturn();
    code.labelBinding(end).iconst_0().ireturn();
  }

  private void moveTo(CodeBuilder code) {
    code.trying(
        body -> {
          body.lload(1);
          loadSize(body);
          Names.checkIndex(body);
          body.pop2();
          body.aload(0).lload(1).putfield(self, ROW_FIELD, CD_long).aload(0).areturn();
        },
        catches ->
            catches.catching(
                RUNTIME_EXCEPTION,
                handler -> {
                  int failure = handler.allocateLocal(TypeKind.REFERENCE);
                  handler.astore(failure);
                  load(handler, CD_MethodHandle, EXPLAINED);
                  handler.aload(failure);
                  loadTable(handler);
                  handler.lload(1);
                  MethodType type = EXPLAINED.type();
                  Names.invokeExact(handler, shape(type.returnType(), type.parameterList()));
                  handler.athrow();
                }));
  }

  private void loadTable(CodeBuilder code) {
    code.aload(0).getfield(self, TABLE_FIELD, TABLE);
  }

  private void loadRow(CodeBuilder code) {
    code.aload(0).getfield(self, ROW_FIELD, CD_long);
  }

  private void loadSize(CodeBuilder code) {
    loadTable(code);
    code.invokevirtual(TABLE, "size", MethodTypeDesc.of(CD_long));
  }

  private void access(CodeBuilder code, CursorMethod method) {
    Field field = method.field();
    if (field.isEnum() && method.returnsValue()) {
      load(code, CD_Object.arrayType(), field.constants().toArray());
    }
    MethodHandle access = method.isPlain() ? tables.accessor(method) : tables.atomic(method);
    load(code, CD_MethodHandle, access);
    loadTable(code);
    loadRow(code);
    int slot = 1;
    for (Class<?> parameter : method.method().getParameterTypes()) {
      loadValue(code, field, slot);
      slot += TypeKind.from(parameter).slotSize();
    }
    MethodType type = access.type();
    code.invokevirtual(
        CD_MethodHandle, "invokeExact", shape(type.returnType(), type.parameterList()));
    returnResult(code, method);
  }

  /// Puts a constant of this class on the stack.
  private void load(CodeBuilder code, ClassDesc type, Object constant) {
    Names.constant(code, type, classData.size());
    classData.add(constant);
  }

  /// Puts a parameter on the stack; of an enum, its ordinal.
  private static void loadValue(CodeBuilder code, Field field, int slot) {
    code.loadLocal(TypeKind.from(field.type()), slot);
    if (field.isEnum()) {
      Names.loadOrdinal(code, field);
    }
  }

  /// Returns what is on the stack. For an enum, that is its constants and its ordinal.
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
        if (method.field().isEnum()) {
          code.aaload().checkcast(desc(method.field().type()));
        }
        code.return_(TypeKind.from(method.field().type()));
      }
    }
  }
}
