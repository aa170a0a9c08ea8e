// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.ashlar.table.Column;
import dev.ashlar.table.Cursor;
import dev.ashlar.table.Table;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import sun.misc.Unsafe;

/// Generates three kinds of classes: records of `long` fields named `f0`, `f1`, …, cursors of their
/// tables, and loops that add up all fields of rows. The code is the same for all contenders,
/// except for the access.
@SuppressWarnings("removal") // Unsafe is the reference for the others.
final class WideCode {
  private static final Lookup LOOKUP = MethodHandles.lookup();
  private static final String PREFIX = WideCode.class.getPackageName() + ".";
  private static final ClassDesc LOOP = describe(RowLoop.class);
  private static final ClassDesc LONGS = CD_long.arrayType();
  private static final MethodTypeDesc GETTER = MethodTypeDesc.of(CD_long);

  /// The generated classes by name: the class loader defines each name only once.
  private static final Map<String, Class<?>> DEFINED = new HashMap<>();

  /// The slots of the local variables of [RowLoop#sum]: its parameters, the sum, and the operands
  /// of accesses. The operands are taken from the first parameter before the loop.
  private static final int ROWS = 1;

  private static final int FROM = 2;
  private static final int TO = 3;
  private static final int SUM = 4;
  private static final int OPERANDS = 6;

  private WideCode() {}

  /// {@return a record class with this number of fields}
  static Class<? extends Record> record(int fields) {
    ClassDesc self = ClassDesc.of(PREFIX + "Wide" + fields);
    MethodTypeDesc canonical = MethodTypeDesc.of(CD_void, Collections.nCopies(fields, CD_long));
    return define(
            self,
            type -> {
              type.withSuperclass(describe(Record.class))
                  .withFlags(AccessFlag.PUBLIC, AccessFlag.FINAL, AccessFlag.SUPER)
                  .with(
                      RecordAttribute.of(
                          IntStream.range(0, fields)
                              .mapToObj(f -> RecordComponentInfo.of(name(f), CD_long))
                              .toList()));
              for (int f = 0; f < fields; f++) {
                String name = name(f);
                type.withField(name, CD_long, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
                type.withMethodBody(
                    name,
                    GETTER,
                    ClassFile.ACC_PUBLIC,
                    code -> code.aload(0).getfield(self, name, CD_long).lreturn());
              }
              type.withMethodBody(
                  INIT_NAME,
                  canonical,
                  ClassFile.ACC_PUBLIC,
                  code -> {
                    code.aload(0).invokespecial(describe(Record.class), INIT_NAME, MTD_void);
                    for (int f = 0; f < fields; f++) {
                      code.aload(0).lload(1 + 2 * f).putfield(self, name(f), CD_long);
                    }
                    code.return_();
                  });
              for (String name : new String[] {"hashCode", "equals", "toString"}) {
                unsupported(type, name);
              }
            })
        .asSubclass(Record.class);
  }

  /// Adds a method that each record class must have. Nothing calls it here.
  private static void unsupported(ClassBuilder type, String name) {
    ClassDesc exception = describe(UnsupportedOperationException.class);
    MethodTypeDesc shape =
        switch (name) {
          case "hashCode" -> MethodTypeDesc.of(CD_int);
          case "equals" -> MethodTypeDesc.of(describe(boolean.class), CD_Object);
          default -> MethodTypeDesc.of(describe(String.class));
        };
    type.withMethodBody(
        name,
        shape,
        ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL,
        code -> code.new_(exception).dup().invokespecial(exception, INIT_NAME, MTD_void).athrow());
  }

  /// {@return a cursor interface that reads the fields of [#record]}
  static Class<? extends Cursor> cursor(int fields) {
    return define(
            ClassDesc.of(PREFIX + "WideCursor" + fields),
            type -> {
              type.withFlags(AccessFlag.PUBLIC, AccessFlag.INTERFACE, AccessFlag.ABSTRACT)
                  .withInterfaceSymbols(describe(Cursor.class));
              for (int f = 0; f < fields; f++) {
                type.withMethod(
                    name(f), GETTER, ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT, _ -> {});
              }
            })
        .asSubclass(Cursor.class);
  }

  /// {@return a loop over rows with this number of fields}
  static RowLoop loop(Way way, int fields) {
    Class<?> type =
        define(
            ClassDesc.of("%s%sLoop%d".formatted(PREFIX, way, fields)),
            builder ->
                builder
                    .withFlags(AccessFlag.FINAL, AccessFlag.SUPER)
                    .withSuperclass(LOOP)
                    .withMethodBody(
                        INIT_NAME,
                        MTD_void,
                        0,
                        code -> code.aload(0).invokespecial(LOOP, INIT_NAME, MTD_void).return_())
                    .withMethodBody(
                        "sum",
                        MethodTypeDesc.of(CD_long, CD_Object, CD_int, CD_int),
                        0,
                        code -> new Loop(code, way, fields).emit()));
    try {
      return (RowLoop) LOOKUP.findConstructor(type, MethodType.methodType(void.class)).invoke();
    } catch (Throwable e) {
      throw new LinkageError(type.getName(), e);
    }
  }

  private static synchronized Class<?> define(ClassDesc name, Consumer<ClassBuilder> content) {
    Class<?> defined = DEFINED.get(name.displayName());
    if (defined != null) {
      return defined;
    }
    try {
      // The content may define others first.
      byte[] classFile = ClassFile.of().build(name, content);
      defined = LOOKUP.defineClass(classFile);
    } catch (IllegalAccessException e) {
      throw new LinkageError(name.displayName(), e);
    }
    DEFINED.put(name.displayName(), defined);
    return defined;
  }

  /// {@return the name of a field}
  static String name(int field) {
    return "f" + field;
  }

  private static ClassDesc describe(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  /// The code of [RowLoop#sum].
  private record Loop(CodeBuilder code, Way way, int fields) {
    private void emit() {
      prepare();
      Label next = code.newLabel();
      Label end = code.newLabel();
      code.lconst_0().lstore(SUM);
      code.labelBinding(next).iload(FROM).iload(TO).if_icmpge(end);
      moveToRow();
      for (int field = 0; field < fields; field++) {
        code.lload(SUM);
        access(field);
        code.ladd().lstore(SUM);
      }
      code.iinc(FROM, 1).goto_(next).labelBinding(end).lload(SUM).lreturn();
    }

    /// Puts the operands of accesses into local variables: one set for all rows, or one per column.
    private void prepare() {
      ClassDesc object =
          switch (way) {
            case CURSOR -> describe(cursor(fields));
            case COLUMN_VIEWS -> describe(Column.class).arrayType();
            case GET -> describe(Table.class);
            case OBJECTS -> describe(record(fields)).arrayType();
            case ARRAY_ROWS -> LONGS;
            case SEGMENT_ROWS -> describe(MemorySegment.class);
            case ARRAY_COLUMNS -> LONGS.arrayType();
            case SEGMENT_COLUMNS -> describe(MemorySegment.class).arrayType();
            case UNSAFE_ROWS, UNSAFE_COLUMNS -> describe(UnsafeRows.class);
          };
      code.aload(ROWS).checkcast(object);
      switch (way) {
        case UNSAFE_ROWS -> {
          code.dup().getfield(object, "array", CD_Object).astore(OPERANDS);
          code.getfield(object, "base", CD_long).lstore(OPERANDS + 1);
        }
        case COLUMN_VIEWS, ARRAY_COLUMNS, SEGMENT_COLUMNS -> {
          code.astore(OPERANDS + fields);
          for (int field = 0; field < fields; field++) {
            code.aload(OPERANDS + fields).loadConstant(field).aaload().astore(OPERANDS + field);
          }
        }
        case UNSAFE_COLUMNS -> {
          code.astore(OPERANDS + 3 * fields);
          for (int field = 0; field < fields; field++) {
            code.aload(OPERANDS + 3 * fields).getfield(object, "arrays", CD_Object.arrayType());
            code.loadConstant(field).aaload().astore(OPERANDS + 3 * field);
            code.aload(OPERANDS + 3 * fields).getfield(object, "bases", LONGS);
            code.loadConstant(field).laload().lstore(OPERANDS + 3 * field + 1);
          }
        }
        default -> code.astore(OPERANDS);
      }
    }

    /// Emits the code at the start of each row. Its result is in the variable after the operands.
    private void moveToRow() {
      switch (way) {
        case CURSOR ->
            code.aload(OPERANDS)
                .iload(FROM)
                .i2l()
                .invokeinterface(
                    describe(cursor(fields)),
                    "moveTo",
                    MethodTypeDesc.of(describe(Cursor.class), CD_long))
                .pop();
        case GET -> {
          ClassDesc table = describe(Table.class);
          code.aload(OPERANDS).iload(FROM).i2l();
          code.invokevirtual(table, "get", MethodTypeDesc.of(describe(Record.class), CD_long));
          code.checkcast(describe(record(fields))).astore(OPERANDS + 1);
        }
        case OBJECTS -> code.aload(OPERANDS).iload(FROM).aaload().astore(OPERANDS + 1);
        case UNSAFE_ROWS -> {
          code.lload(OPERANDS + 1).iload(FROM).i2l().loadConstant(8L * fields).lmul();
          code.ladd().lstore(OPERANDS + 3);
        }
        case ARRAY_ROWS -> code.iload(FROM).loadConstant(fields).imul().istore(OPERANDS + 1);
        case SEGMENT_ROWS ->
            code.iload(FROM).i2l().loadConstant(8L * fields).lmul().lstore(OPERANDS + 1);
        default -> {}
      }
    }

    private void access(int field) {
      ClassDesc segment = describe(MemorySegment.class);
      ClassDesc layout = describe(ValueLayout.OfLong.class);
      switch (way) {
        case CURSOR ->
            code.aload(OPERANDS).invokeinterface(describe(cursor(fields)), name(field), GETTER);
        case COLUMN_VIEWS ->
            code.aload(OPERANDS + field)
                .iload(FROM)
                .i2l()
                .invokevirtual(
                    describe(Column.class), "getLong", MethodTypeDesc.of(CD_long, CD_long));
        case GET, OBJECTS ->
            code.aload(OPERANDS + 1).invokevirtual(describe(record(fields)), name(field), GETTER);
        case ARRAY_ROWS ->
            code.aload(OPERANDS).iload(OPERANDS + 1).loadConstant(field).iadd().laload();
        case ARRAY_COLUMNS -> code.aload(OPERANDS + field).iload(FROM).laload();
        case SEGMENT_ROWS -> {
          code.aload(OPERANDS).getstatic(describe(ValueLayout.class), "JAVA_LONG", layout);
          code.lload(OPERANDS + 1).loadConstant(8L * field).ladd();
          code.invokeinterface(segment, "get", MethodTypeDesc.of(CD_long, layout, CD_long));
        }
        case SEGMENT_COLUMNS -> {
          code.aload(OPERANDS + field);
          code.getstatic(describe(ValueLayout.class), "JAVA_LONG", layout).iload(FROM).i2l();
          code.invokeinterface(segment, "getAtIndex", MethodTypeDesc.of(CD_long, layout, CD_long));
        }
        case UNSAFE_ROWS -> {
          code.getstatic(describe(UnsafeRows.class), "UNSAFE", describe(Unsafe.class));
          code.aload(OPERANDS).lload(OPERANDS + 3).loadConstant(8L * field).ladd();
          getLong();
        }
        case UNSAFE_COLUMNS -> {
          code.getstatic(describe(UnsafeRows.class), "UNSAFE", describe(Unsafe.class));
          code.aload(OPERANDS + 3 * field).lload(OPERANDS + 3 * field + 1);
          code.iload(FROM).i2l().loadConstant(3).lshl().ladd();
          getLong();
        }
      }
    }

    private void getLong() {
      code.invokevirtual(
          describe(Unsafe.class), "getLong", MethodTypeDesc.of(CD_long, CD_Object, CD_long));
    }
  }

  /// A loop over rows.
  abstract static class RowLoop {
    /// {@return the sum of all fields of the rows `from` to `to - 1`}
    ///
    /// @param rows the rows, as an object of the type that the [Way] requires
    abstract long sum(Object rows, int from, int to);
  }

  /// The ways to access the fields of a row, and the argument of [RowLoop#sum] for each of them.
  enum Way {
    /// A cursor of a table.
    CURSOR,
    /// A `Column` of a table for each field.
    COLUMN_VIEWS,
    /// A table whose rows are read as records.
    GET,
    /// An array of records.
    OBJECTS,
    /// A `long[]` of rows.
    ARRAY_ROWS,
    /// A `long[]` for each field.
    ARRAY_COLUMNS,
    /// A segment of rows.
    SEGMENT_ROWS,
    /// A segment for each field.
    SEGMENT_COLUMNS,
    /// [UnsafeRows], as rows.
    UNSAFE_ROWS,
    /// [UnsafeRows], as columns.
    UNSAFE_COLUMNS
  }
}
