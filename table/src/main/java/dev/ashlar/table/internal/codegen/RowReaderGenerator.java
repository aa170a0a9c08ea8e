// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.RECORD;
import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.DirectAccess;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.Lookups;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.util.List;
import java.util.function.Consumer;

/// Writes the class that reads the rows of a record: an object has the values of one row while its
/// record is made.
///
/// C2 eliminates no record that is made in one of several places, or by a call
/// (`ConnectionGraph::can_reduce_phi`). So every [kind of row][Chunk#rowKind] fills the same
/// object, and the record is made of that in one place. A program may use one kind often and
/// another seldom. A seldom call is not inlined, unless a constructor calls a method of its own
/// class (`is_init_with_ea` in HotSpot's `bytecodeInfo.cpp`). So a constructor reads the row.
///
/// Native memory is checked once for all fields: buffers would check it at each of them. Its kinds
/// share the accesses, which are most of the nodes that C2 makes.
public final class RowReaderGenerator {
  private static final MethodTypeDesc READ = MethodTypeDesc.of(RECORD, AccessCode.CHUNK, CD_int);
  private static final MethodTypeDesc OF_ROW = MethodTypeDesc.of(CD_void, AccessCode.CHUNK, CD_int);
  private static final MethodTypeDesc OF_DIRECT =
      MethodTypeDesc.of(CD_void, AccessCode.CHUNK, CD_int, CD_long);

  /// The locals of what reads.
  private static final int VALUES = 0;

  private static final int CHUNK = 1;
  private static final int ROW = 2;

  /// The address of the row, unless it is one of columns.
  private static final int BASE = 3;

  /// So many accesses have less than 325 bytes (`FreqInlineSize`).
  private static final int PART = 6;

  private final ClassDesc self;
  private final Schema schema;
  private final List<Field> runs;
  private final List<Field> plain;

  private RowReaderGenerator(ClassDesc self, Schema schema) {
    this.self = self;
    this.schema = schema;
    this.runs = schema.usedFields().stream().filter(Field::isRun).toList();
    this.plain = schema.usedFields().stream().filter(field -> !field.isRun()).toList();
  }

  /// Returns the class file.
  public static byte[] classFile(ClassDesc self, Schema schema) {
    return ClassFile.of().build(self, new RowReaderGenerator(self, schema)::write);
  }

  /// Returns the constants of that class.
  public static List<Object> classData(Schema schema) {
    return FieldConstants.of(schema);
  }

  /// Returns what [TableGenerator] needs of the class, as `Record (Chunk, int row)`: what reads a
  /// row, and what has the JDK link that, in a row of any kind, and returns null.
  public static List<MethodHandle> handles(Lookup reader) {
    MethodType type = MethodType.methodType(Record.class, Chunk.class, int.class);
    return List.of(
        Lookups.find(() -> reader.findStatic(reader.lookupClass(), "read", type)),
        Lookups.find(() -> reader.findStatic(reader.lookupClass(), "link", type)));
  }

  private void write(ClassBuilder type) {
    type.withFlags(ACC_FINAL);
    type.with(SourceFileAttribute.of(schema.type().getSimpleName()));
    for (Field field : schema.usedFields()) {
      type.withField(name(field), stored(field), ACC_PRIVATE);
    }
    type.withMethodBody(INIT_NAME, OF_ROW, ACC_PRIVATE, this::constructor);
    type.withMethodBody("readRuns", OF_ROW, ACC_PRIVATE, this::readRuns);
    for (int first = 0; first < plain.size(); first += PART) {
      List<Field> part = plain.subList(first, Math.min(first + PART, plain.size()));
      for (int kind = Chunk.COLUMNS; kind <= Chunk.CHECKED; kind++) {
        int each = kind;
        type.withMethodBody(
            method(kind, first), shape(kind), ACC_PRIVATE, code -> read(code, part, each));
      }
    }
    type.withMethodBody("read", READ, ACC_STATIC, this::read);
    type.withMethodBody("link", READ, ACC_STATIC, this::link);
  }

  private static String name(Field field) {
    return "value" + field.index();
  }

  private static ClassDesc stored(Field field) {
    return field.isRun() ? CD_Object : desc(field.primitive().type());
  }

  /// Puts a value on the stack.
  ///
  /// @param values the local that has the object
  static void load(CodeBuilder code, ClassDesc self, int values, Field field) {
    code.aload(values).getfield(self, name(field), stored(field));
  }

  private void read(CodeBuilder code) {
    int values = code.allocateLocal(TypeKind.REFERENCE);
    code.new_(self).dup().aload(0).iload(1).invokespecial(self, INIT_NAME, OF_ROW).astore(values);
    RowComponents.ofValues(code, schema, self, values).make(schema.type(), schema.components());
    code.areturn();
  }

  /// Executes what reads the kind of a row, and what reads the kinds that nothing else has been
  /// linked for: C2 inlines nothing that was never executed.
  private void link(CodeBuilder code) {
    int values = code.allocateLocal(TypeKind.REFERENCE);
    code.new_(self).dup().aload(0).iload(1).invokespecial(self, INIT_NAME, OF_ROW).astore(values);
    for (int first = 0; first < plain.size(); first += PART) {
      code.aload(values).aload(0).iload(1);
      code.invokevirtual(self, method(Chunk.CHECKED, first), OF_ROW);
    }
    code.aconst_null().areturn();
  }

  /// The method that reads a part of the fields of a kind; [Chunk#COLUMNS] stands for all native
  /// memory that is reached directly.
  private static String method(int kind, int first) {
    return "read" + kind + "From" + first;
  }

  private static MethodTypeDesc shape(int kind) {
    return kind == Chunk.COLUMNS ? OF_DIRECT : OF_ROW;
  }

  private void constructor(CodeBuilder code) {
    code.aload(VALUES).invokespecial(CD_Object, INIT_NAME, MTD_void);
    if (!runs.isEmpty()) {
      code.aload(VALUES).aload(CHUNK).iload(ROW).invokevirtual(self, "readRuns", OF_ROW);
    }
    // A branch each, and no switch: each has a profile and traps of its own.
    for (int kind = Chunk.COLUMNS; kind <= Chunk.CHECKED; kind++) {
      Label next = code.newLabel();
      if (kind < Chunk.CHECKED) {
        loadKind(code);
        code.loadConstant(kind).if_icmpgt(next);
      }
      boolean direct = kind == Chunk.COLUMNS;
      int base = direct ? check(code) : -1;
      for (int first = 0; first < plain.size(); first += PART) {
        code.aload(VALUES).aload(CHUNK).iload(ROW);
        if (direct) {
          code.lload(base);
        }
        code.invokevirtual(self, method(kind, first), shape(kind));
      }
      if (direct) {
        code.aload(CHUNK);
        code.invokestatic(
            desc(Reference.class), "reachabilityFence", MethodTypeDesc.of(CD_void, CD_Object));
      }
      code.return_().labelBinding(next);
    }
  }

  /// Checks native memory once, and puts the address of the row into a new local.
  private int check(CodeBuilder code) {
    code.aload(CHUNK).invokevirtual(AccessCode.CHUNK, "requireDirect", MTD_void);
    int base = code.allocateLocal(TypeKind.LONG);
    Label packed = code.newLabel();
    Label known = code.newLabel();
    code.iload(ROW).i2l();
    ifPacked(code, packed);
    code.loadConstant(Layout.ALIGNED_ROWS.stride(schema)).goto_(known);
    code.labelBinding(packed).loadConstant(Layout.ROWS.stride(schema));
    code.labelBinding(known).lmul();
    code.aload(CHUNK).getfield(AccessCode.CHUNK, "address", CD_long).ladd().lstore(base);
    return base;
  }

  private static void loadKind(CodeBuilder code) {
    code.aload(CHUNK).getfield(AccessCode.CHUNK, "rowKind", CD_int);
  }

  private static void ifPacked(CodeBuilder code, Label packed) {
    loadKind(code);
    code.loadConstant(Chunk.ROWS).if_icmpeq(packed);
  }

  private void readRuns(CodeBuilder code) {
    for (Field field : runs) {
      code.aload(VALUES);
      FieldConstants.loadCodec(code, field);
      code.aload(CHUNK).iload(ROW);
      CodecCode.read(code, field);
      code.putfield(self, name(field), CD_Object);
    }
    code.return_();
  }

  private void read(CodeBuilder code, List<Field> part, int kind) {
    if (kind == Chunk.COLUMNS) {
      readDirect(code, part);
    } else if (kind == Chunk.HEAP_COLUMNS) {
      for (Field field : part) {
        code.aload(VALUES);
        ColumnArrayCode.getDirectly(code, CHUNK, ROW, field);
        code.putfield(self, name(field), stored(field));
      }
    } else {
      int known = kind == Chunk.CHECKED ? AccessCode.ANY_KIND : kind;
      for (Field field : part) {
        code.aload(VALUES);
        FieldConstants.loadAccess(code, field);
        AccessCode.loadPlace(code, CHUNK, known);
        code.iload(ROW);
        AccessCode.get(code, field.primitive());
        code.putfield(self, name(field), stored(field));
      }
    }
    code.return_();
  }

  private void readDirect(CodeBuilder code, List<Field> part) {
    int[] addresses = part.stream().mapToInt(field -> code.allocateLocal(TypeKind.LONG)).toArray();
    Label rows = code.newLabel();
    Label packed = code.newLabel();
    Label known = code.newLabel();
    loadKind(code);
    code.loadConstant(Chunk.COLUMNS).if_icmpne(rows);
    locate(code, part, addresses, field -> locateInColumn(code, field));
    code.goto_(known).labelBinding(rows);
    ifPacked(code, packed);
    locate(code, part, addresses, field -> locateInRow(code, field, Layout.ALIGNED_ROWS));
    code.goto_(known).labelBinding(packed);
    locate(code, part, addresses, field -> locateInRow(code, field, Layout.ROWS));
    code.labelBinding(known);
    for (int i = 0; i < addresses.length; i++) {
      Field field = part.get(i);
      code.aload(VALUES).lload(addresses[i]);
      code.invokestatic(
          desc(DirectAccess.class),
          "get" + field.primitive().suffix(),
          MethodTypeDesc.of(stored(field), CD_long));
      code.putfield(self, name(field), stored(field));
    }
  }

  /// Puts the addresses of fields into locals.
  private static void locate(
      CodeBuilder code, List<Field> part, int[] addresses, Consumer<Field> loadAddress) {
    for (int i = 0; i < addresses.length; i++) {
      loadAddress.accept(part.get(i));
      code.lstore(addresses[i]);
    }
  }

  private void locateInRow(CodeBuilder code, Field field, Layout layout) {
    code.lload(BASE).loadConstant(layout.offsets(schema, 0)[field.index()]).ladd();
  }

  private static void locateInColumn(CodeBuilder code, Field field) {
    code.aload(CHUNK).getfield(AccessCode.CHUNK, "addresses", CD_long.arrayType());
    code.loadConstant(field.index()).laload().iload(ROW).i2l();
    code.loadConstant(Integer.numberOfTrailingZeros(field.primitive().byteSize())).lshl().ladd();
  }
}
