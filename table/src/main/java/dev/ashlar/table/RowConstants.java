package dev.ashlar.table;

import static dev.ashlar.table.Names.TABLE;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/// What every table class has in its class data, by index. It lives in the user's package and
/// cannot name a [Placement]: to it that is an object, whose parts it has from constant method
/// handles.
@SuppressWarnings("UnusedMethod") // Found by their names.
final class RowConstants {
  static final int READABLE = 0;
  static final int WRITABLE = 1;
  static final int KIND = 2;
  static final int ADDRESS = 3;
  static final int STARTS = 4;
  static final int WORDS = 5;
  static final int ARRAYS = 6;
  static final int HEAP_MEMORY = 7;
  static final int EVERYTHING = 8;

  private static final Lookup LOOKUP = MethodHandles.lookup();

  private static final List<Object> ALL =
      List.of(
          ofRow("readable"),
          ofRow("writable"),
          ofPlacement("kind", int.class),
          ofPlacement("address", long.class),
          ofPlacement("starts", long[].class),
          ofPlacement("words", long[].class),
          ofPlacement("arrays", Object[].class),
          ofPlacement("heapMemory", MemorySegment.class),
          NativeAccess.everything());

  private RowConstants() {}

  /// Returns a class data that has them, to be added to.
  static List<Object> list() {
    return new ArrayList<>(ALL);
  }

  static int count() {
    return ALL.size();
  }

  private static MethodHandle ofRow(String name) {
    return find(name, MethodType.methodType(Object.class, Table.class, long.class));
  }

  private static MethodHandle ofPlacement(String name, Class<?> type) {
    return find(name, MethodType.methodType(type, Object.class));
  }

  private static MethodHandle find(String name, MethodType shape) {
    try {
      return LOOKUP.findStatic(RowConstants.class, name, shape);
    } catch (ReflectiveOperationException impossible) {
      throw Members.missing(impossible);
    }
  }

  private static Object readable(Table<?> table, long row) {
    return table.readable(row);
  }

  private static Object writable(Table<?> table, long row) {
    return table.writable(row);
  }

  private static int kind(Object placement) {
    return ((Placement) placement).kind;
  }

  private static long address(Object placement) {
    return ((Placement) placement).address;
  }

  private static long[] starts(Object placement) {
    return ((Placement) placement).starts;
  }

  private static long[] words(Object placement) {
    return ((Placement) placement).words();
  }

  private static Object[] arrays(Object placement) {
    return ((Placement) placement).arrays;
  }

  private static MemorySegment heapMemory(Object placement) {
    return ((Placement) placement).heapMemory();
  }

  /// Puts the placement of the table in local 0 on the stack, checked for the row in local 1.
  static void loadPlacement(CodeBuilder code, int checked) {
    Names.constant(code, CD_MethodHandle, checked);
    code.aload(0).lload(1);
    Names.invokeExact(code, MethodTypeDesc.of(CD_Object, TABLE, CD_long));
  }

  /// Puts what the placement in a local has on the stack.
  static void invoke(CodeBuilder code, int constant, int placement, ClassDesc type) {
    Names.constant(code, CD_MethodHandle, constant);
    code.aload(placement);
    Names.invokeExact(code, MethodTypeDesc.of(type, CD_Object));
  }
}
