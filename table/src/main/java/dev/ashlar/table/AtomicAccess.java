package dev.ashlar.table;

import static java.lang.invoke.MethodType.methodType;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Makes method handles that reach a field in a mode of a [VarHandle], of arrays or of segments,
/// which check everything. They take what [Access] takes, `(Table, long row, values…)`, with
/// ordinals for enums.
///
/// The placement of the table is read once, and part and row follow from it: a table that grows or
/// is closed meanwhile is reached in one memory or in the other, or not at all.
@SuppressWarnings("UnusedMethod") // Found by their names.
final class AtomicAccess {
  private static final Lookup LOOKUP = MethodHandles.lookup();

  private final Field field;
  private final FieldOffsets offsets;
  private final AccessMode mode;

  private AtomicAccess(Field field, FieldOffsets offsets, AccessMode mode) {
    this.field = field;
    this.offsets = offsets;
    this.mode = mode;
  }

  static MethodHandle of(Field field, FieldOffsets offsets, AccessMode mode) {
    AtomicAccess access = new AtomicAccess(field, offsets, mode);
    MethodHandle inPlacement =
        MethodHandles.guardWithTest(
            find("isHeapColumns", methodType(boolean.class, Placement.class)),
            access.arrayElement(),
            MethodHandles.guardWithTest(
                find("isHeapRows", methodType(boolean.class, Placement.class)),
                access.segmentElement("heapMemory"),
                access.segmentElement("nativeMemory")));
    return access.withOrdinals(ofTable(inPlacement));
  }

  private boolean writes() {
    return CursorMethod.Shape.of(mode) != CursorMethod.Shape.GET;
  }

  /// Returns the access `(Placement, long row, values…)` to an array. A boolean is a byte there,
  /// and any but 0 is true.
  private MethodHandle arrayElement() {
    Carrier carrier = field.carrier();
    MethodHandle element = carrier.arrayElement().toMethodHandle(mode);
    if (carrier == Carrier.BOOLEAN && element.type().returnType() == byte.class) {
      element =
          MethodHandles.filterReturnValue(
              element, find("isTrue", methodType(boolean.class, byte.class)));
    }
    MethodType shape = carrier.segmentElement().toMethodHandle(mode).type();
    MethodHandle array =
        MethodHandles.insertArguments(
                find("array", methodType(Object.class, int.class, Placement.class)),
                0,
                offsets.index())
            .asType(methodType(carrier.arrayType(), Placement.class));
    return MethodHandles.filterArguments(
        MethodHandles.explicitCastArguments(
            element, shape.changeParameterType(0, carrier.arrayType())),
        0,
        array);
  }

  /// Returns the access `(Placement, long row, values…)` to a segment.
  private MethodHandle segmentElement(String memory) {
    MethodHandle element = field.carrier().segmentElement().toMethodHandle(mode);
    MethodHandle offset =
        find(
                writes() ? "writableOffset" : "offset",
                methodType(long.class, FieldOffsets.class, Placement.class, long.class))
            .bindTo(offsets);
    MethodHandle apart =
        MethodHandles.filterArguments(
            MethodHandles.collectArguments(element, 1, offset),
            0,
            find(memory, methodType(MemorySegment.class, Placement.class)));
    return joined(apart, 1);
  }

  /// Returns the access `(Table, long row, values…)` to the placement that the row is in.
  private static MethodHandle ofTable(MethodHandle inPlacement) {
    MethodHandle rowInPart =
        MethodHandles.collectArguments(
            inPlacement, 1, find("rowInPart", methodType(long.class, Placement.class, long.class)));
    MethodHandle inAll =
        joined(
            MethodHandles.collectArguments(
                rowInPart,
                0,
                find("inPart", methodType(Placement.class, Placement.class, long.class))),
            2);
    MethodHandle placement =
        find("placement", methodType(Placement.class, Table.class, long.class));
    MethodType type = inAll.type().changeParameterType(0, Table.class);
    int[] order = new int[type.parameterCount() + 1];
    Arrays.setAll(order, parameter -> parameter < 2 ? parameter : parameter - 1);
    return MethodHandles.permuteArguments(
        MethodHandles.collectArguments(inAll, 0, placement), type, order);
  }

  /// Makes the first `count` parameters one with as many that follow them.
  private static MethodHandle joined(MethodHandle access, int count) {
    int[] order =
        IntStream.range(0, access.type().parameterCount())
            .map(parameter -> parameter < count ? parameter : parameter - count)
            .toArray();
    return MethodHandles.permuteArguments(
        access, access.type().dropParameterTypes(0, count), order);
  }

  private MethodHandle withOrdinals(MethodHandle access) {
    Class<?> carrier = field.carrier().type();
    if (!field.isEnum()) {
      return access;
    }
    MethodType ordinals = access.type();
    for (int i = 2; i < ordinals.parameterCount(); i++) {
      ordinals = ordinals.changeParameterType(i, int.class);
    }
    if (ordinals.returnType() != carrier) {
      return MethodHandles.explicitCastArguments(access, ordinals);
    }
    return MethodHandles.filterReturnValue(
        MethodHandles.explicitCastArguments(access, ordinals.changeReturnType(int.class)),
        field.ordinals());
  }

  private static MethodHandle find(String name, MethodType shape) {
    return Members.find(() -> LOOKUP.findStatic(AtomicAccess.class, name, shape));
  }

  private static Placement placement(Table<?> table, long row) {
    Placement all = table.placement();
    try {
      all.requireReadable(row);
    } catch (IndexOutOfBoundsException outside) {
      throw Table.explained(outside, table, row);
    }
    return all;
  }

  /// Returns the placement that a row is in.
  private static Placement inPart(Placement all, long row) {
    return all.isWhole() ? all : all.part(row).placement();
  }

  private static long rowInPart(Placement all, long row) {
    return all.rowInPart(row);
  }

  private static boolean isHeapColumns(Placement placement) {
    return placement.kind == Placement.HEAP_COLUMNS;
  }

  private static boolean isHeapRows(Placement placement) {
    return placement.kind == Placement.HEAP_ROWS;
  }

  private static Object array(int index, Placement placement) {
    return placement.arrays[index];
  }

  private static long offset(FieldOffsets offsets, Placement placement, long row) {
    return placement.offset(offsets, row);
  }

  private static long writableOffset(FieldOffsets offsets, Placement placement, long row) {
    placement.requireWritable(row);
    return placement.offset(offsets, row);
  }

  private static MemorySegment heapMemory(Placement placement) {
    return placement.heapMemory();
  }

  private static MemorySegment nativeMemory(Placement placement) {
    return placement.nativeMemory();
  }

  private static boolean isTrue(byte stored) {
    return stored != 0;
  }
}
