// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.RECORD;
import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.RowReader;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.Lookups;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/// Writes the [RowReader] of a record.
///
/// C2 does not eliminate a record that is made in one of several places, or by a call
/// (`ConnectionGraph::can_reduce_phi`). So every [kind of row][Chunk#rowKind] fills the same
/// reader, and the record is made from the reader in one place.
///
/// Native memory is checked once for all fields; buffers would check each field. The kinds of
/// native memory share the accesses, which are most of the compiled code. C2 inlines nothing after
/// 18,000 nodes ([InlineLate]), so all parts but the first are [inlined late][DeferredCode].
public final class RowReaderGenerator extends ClassGenerator {
  /// The parameters and the result of [#constructor].
  static final MethodTypeDesc CONSTRUCTOR = MethodTypeDesc.of(AccessCode.READER);

  private static final ClassDesc SUPERCLASS = AccessCode.READER;
  private static final MethodTypeDesc MAKE = MethodTypeDesc.of(RECORD);
  private static final MethodTypeDesc OF_ROW =
      MethodTypeDesc.of(SUPERCLASS, AccessCode.CHUNK, CD_int);

  /// The type of methods that override those of [RowReader].
  private static final MethodTypeDesc OF_PART =
      MethodTypeDesc.of(desc(RowReader.class), AccessCode.CHUNK, CD_int);

  /// The type of methods that are called through a handle: the JVM refuses types with classes that
  /// are not exported.
  private static final MethodTypeDesc OF_READER =
      MethodTypeDesc.of(SUPERCLASS, CD_Object, CD_Object, CD_int);

  private static final ClassDesc SEGMENT = desc(MemorySegment.class);

  /// The local variables of the methods that read.
  private static final int READER = 0;

  static final int CHUNK = 1;
  static final int ROW = 2;

  /// This number of fields takes less than 2,500 bytes of machine code (`InlineSmallCode`), for all
  /// kinds that one program may use.
  private static final int FIELDS_OF_ONLY_PART = 2;

  /// The number of fields of each of several parts. The first part leaves fewer nodes for the
  /// others.
  private static final int FIELDS_OF_PART = 3;

  /// The number of fields of a part if there are more than [#FEW_PARTS] parts: each part costs
  /// nodes, of which there are 40,000 (`LiveNodeCountInliningCutoff`), and the JDK's checks take
  /// 1,300 for each field.
  private static final int FIELDS_OF_WIDE_PART = 6;

  private static final int FEW_PARTS = 8;

  /// So many columns on the heap are read with the checks of the JVM: their traps are little code.
  private static final int FEW_COLUMNS = 7;

  private final List<Field> runs = new ArrayList<>();
  private final List<Field> plain;

  /// How many fields a part has. Of more than [RowReader#PARTS] allows, no part is inlined.
  private final int partSize;

  public RowReaderGenerator(ClassDesc self, Schema schema) {
    super(self, schema);
    this.plain = plain(schema, runs);
    int size = Math.ceilDiv(plain.size(), FEW_PARTS);
    this.partSize =
        Math.max(
            Math.clamp(size, FIELDS_OF_PART, FIELDS_OF_WIDE_PART),
            Math.ceilDiv(plain.size(), RowReader.PARTS));
  }

  /// Whether the classes of tables and iterators read all fields on their own: in loops over tables
  /// of many classes that is faster than calls.
  static boolean isOnePart(Schema schema) {
    return plain(schema, new ArrayList<>()).size() <= FIELDS_OF_ONLY_PART;
  }

  /// Returns the fields that are no runs.
  ///
  /// @param runs the others are added to these
  private static List<Field> plain(Schema schema, List<Field> runs) {
    List<Field> plain = new ArrayList<>();
    for (Field field : schema.usedFields()) {
      (field.isRun() ? runs : plain).add(field);
    }
    return plain;
  }

  /// Returns the constructor of that class, as `Reader ()`.
  static MethodHandle constructor(Lookup reader) {
    MethodType type = MethodType.methodType(AccessCode.resolve(SUPERCLASS));
    return Lookups.findStatic(reader, reader.lookupClass(), "create", type);
  }

  @Override
  void write(ClassBuilder type) {
    type.withSuperclass(SUPERCLASS);
    for (Field field : schema.usedFields()) {
      type.withField(name(field), stored(field), ACC_PRIVATE);
    }
    method(type, INIT_NAME, MTD_void, ACC_PRIVATE);
    method(type, "create", CONSTRUCTOR, ACC_STATIC);
    method(type, "make", MAKE, ACC_PROTECTED);
    if (!runs.isEmpty()) {
      method(type, "readRuns", OF_ROW, ACC_PRIVATE);
    }
    for (int part = 0; part < parts(); part++) {
      write(type, part);
    }
  }

  @Override
  void write(CodeBuilder code, String method, int number) {
    switch (method) {
      case INIT_NAME -> constructor(code);
      case "create" -> create(code);
      case "make" -> make(code);
      case "readRuns" -> readRuns(code);
      case "first" -> readFirst(code);
      case "later" -> readLate(code, number);
      case "late" -> {
        code.aload(READER).checkcast(self).astore(READER).aload(CHUNK);
        AccessCode.toChunk(code);
        code.astore(CHUNK);
        read(code, number);
      }
      case "arrays" -> readArrays(code, fields(number));
      default -> readNative(code, number, NativeRowCode.valueOf(method));
    }
  }

  private int parts() {
    return Math.max(1, Math.ceilDiv(plain.size(), partSize));
  }

  private void write(ClassBuilder type, int part) {
    method(type, method(part), OF_PART, ACC_PROTECTED, part == 0 ? "first" : "later", part);
    if (part > 0) {
      method(type, late(part), OF_READER, ACC_PRIVATE | ACC_STATIC, "late", part);
    }
    method(type, arrays(part), OF_ROW, ACC_PRIVATE, "arrays", part);
    for (NativeRowCode path : NativeRowCode.values()) {
      method(type, method(part, path), path.shape(), ACC_PRIVATE, path.name(), part);
    }
  }

  private List<Field> fields(int part) {
    int first = part * partSize;
    return plain.subList(first, Math.min(first + partSize, plain.size()));
  }

  /// The method that reads a part.
  private static String method(int part) {
    return "read" + part;
  }

  /// The name of the method that a part calls through a method handle.
  private static String late(int part) {
    return "late" + part;
  }

  /// The method that reads a part of native memory.
  private static String method(int part, NativeRowCode path) {
    return method(part) + (path == NativeRowCode.DIRECT ? "Direct" : "Checked");
  }

  /// The method that reads a part of columns on the heap.
  private static String arrays(int part) {
    return method(part) + "Arrays";
  }

  private static String name(Field field) {
    return "value" + field.index();
  }

  private static ClassDesc stored(Field field) {
    return field.isRun() ? CD_Object : desc(field.primitive().type());
  }

  /// Puts a value on the stack.
  ///
  /// @param reader the local that has it
  static void load(CodeBuilder code, ClassDesc self, int reader, Field field) {
    code.aload(reader).getfield(self, name(field), stored(field));
  }

  private void constructor(CodeBuilder code) {
    code.aload(READER).loadConstant(parts());
    code.invokespecial(SUPERCLASS, INIT_NAME, MethodTypeDesc.of(CD_void, CD_int)).return_();
  }

  private void create(CodeBuilder code) {
    code.new_(self).dup().invokespecial(self, INIT_NAME, MTD_void).areturn();
  }

  private void make(CodeBuilder code) {
    RowComponents.ofReader(code, constants, self, READER).make(schema.type(), schema.components());
    code.areturn();
  }

  private void readFirst(CodeBuilder code) {
    if (!runs.isEmpty()) {
      code.aload(READER).aload(CHUNK).iload(ROW).invokevirtual(self, "readRuns", OF_ROW).pop();
    }
    read(code, 0);
  }

  private void readLate(CodeBuilder code, int part) {
    code.iload(ROW);
    AccessCode.call(code, "require", CD_void, CD_int);
    code.iload(ROW);
    code.ldc(MethodHandleDesc.ofMethod(Kind.STATIC, self, late(part), OF_READER));
    AccessCode.call(code, "defer", CD_MethodHandle, CD_int, CD_MethodHandle);
    code.aload(READER).aload(CHUNK).iload(ROW);
    Bytecode.invokeExact(code, OF_READER);
    code.areturn();
  }

  /// Reads a part, as the kind of the row says. Where a kind was never met, there is a trap. If
  /// traps have sprung too often there is a call, which must not get the reader. Two kinds are read
  /// by methods, as there is not room for all.
  private void read(CodeBuilder code, int part) {
    // A branch each, and no switch: each has a profile and traps of its own.
    Label heap = unlessKind(code, Chunk.COLUMNS);
    int base = locate(code, part);
    code.aload(READER).aload(CHUNK).iload(ROW).lload(base);
    callNative(code, part, NativeRowCode.DIRECT);
    code.labelBinding(heap);
    Label noRows = unlessKind(code, Chunk.HEAP_ROWS);
    readWords(code, fields(part));
    code.labelBinding(noRows);
    Label checked = unlessKind(code, Chunk.HEAP_COLUMNS);
    code.aload(READER).aload(CHUNK).iload(ROW);
    code.invokevirtual(self, arrays(part), OF_ROW).areturn();
    code.labelBinding(checked).aload(READER).aload(CHUNK).iload(ROW);
    code.aload(CHUNK).iload(ROW);
    AccessCode.call(code, "offset", CD_long, AccessCode.CHUNK, CD_int);
    AccessCode.loadField(code, CHUNK, "segment", SEGMENT);
    callNative(code, part, NativeRowCode.CHECKED);
  }

  private void callNative(CodeBuilder code, int part, NativeRowCode path) {
    code.invokevirtual(self, method(part, path), path.shape()).areturn();
  }

  /// Returns where code goes on for kinds behind this one. What comes next is for the others, and
  /// does not fall through.
  private static Label unlessKind(CodeBuilder code, int kind) {
    Label next = code.newLabel();
    loadKind(code);
    code.loadConstant(kind).if_icmpgt(next);
    return next;
  }

  /// Puts the address of a row in native memory into a new local. The first part checks the memory,
  /// for all.
  private int locate(CodeBuilder code, int part) {
    if (part == 0) {
      code.aload(CHUNK);
      AccessCode.call(code, "requireDirect", CD_void, AccessCode.CHUNK);
    }
    int base = code.allocateLocal(TypeKind.LONG);
    Label packed = code.newLabel();
    Label known = code.newLabel();
    code.iload(ROW).i2l();
    ifPacked(code, packed);
    code.loadConstant(Layout.ALIGNED_ROWS.stride(schema)).goto_(known);
    code.labelBinding(packed).loadConstant(Layout.ROWS.stride(schema));
    code.labelBinding(known).lmul();
    AccessCode.loadField(code, CHUNK, "address", CD_long);
    code.ladd().lstore(base);
    return base;
  }

  private static void loadKind(CodeBuilder code) {
    AccessCode.loadField(code, CHUNK, "rowKind", CD_int);
  }

  private static void ifPacked(CodeBuilder code, Label packed) {
    loadKind(code);
    code.loadConstant(Chunk.ROWS).if_icmpeq(packed);
  }

  private void readRuns(CodeBuilder code) {
    for (Field field : runs) {
      code.aload(READER);
      constants.loadCodec(code, field);
      code.aload(CHUNK).iload(ROW);
      CodecCode.read(code);
      code.putfield(self, name(field), CD_Object);
    }
    code.aload(READER).areturn();
  }

  private void readArrays(CodeBuilder code, List<Field> part) {
    ColumnArrayCode arrays =
        plain.size() <= FEW_COLUMNS ? null : new ColumnArrayCode(code, CHUNK, ROW, part);
    for (Field field : part) {
      code.aload(READER);
      if (arrays == null) {
        ColumnArrayCode.getDirectly(code, CHUNK, ROW, field);
      } else {
        arrays.get(field);
      }
      code.putfield(self, name(field), stored(field));
    }
    code.aload(READER).areturn();
  }

  private void readWords(CodeBuilder code, List<Field> part) {
    for (Field field : part) {
      code.aload(READER);
      WordCode.get(code, CHUNK, ROW, constants.access(field), field.primitive());
      code.putfield(self, name(field), stored(field));
    }
    code.aload(READER).areturn();
  }

  private void readNative(CodeBuilder code, int part, NativeRowCode path) {
    List<Field> fields = fields(part);
    int[] places = path.locate(code, schema, fields);
    for (int i = 0; i < places.length; i++) {
      code.aload(READER);
      path.get(code, constants, fields.get(i).primitive(), places[i]);
      code.putfield(self, name(fields.get(i)), stored(fields.get(i)));
    }
    code.aload(READER).areturn();
  }
}
