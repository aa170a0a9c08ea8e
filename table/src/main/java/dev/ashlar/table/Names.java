package dev.ashlar.table;

import static java.lang.constant.ConstantDescs.BSM_CLASS_DATA_AT;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;

/// What the writers of classes call things.
final class Names {
  static final ClassDesc TABLE = desc(Table.class);
  static final ClassDesc RECORD = desc(Record.class);
  static final ClassDesc SEGMENT = desc(MemorySegment.class);
  static final ClassDesc SCOPE = desc(MemorySegment.Scope.class);
  static final ClassDesc THREAD = desc(Thread.class);
  static final ClassDesc VALUE_LAYOUT = desc(ValueLayout.class);
  private static final ClassDesc OBJECTS = desc(Objects.class);
  private static final ClassDesc CLASS = desc(Class.class);

  /// The class of native segments, and of those over a `long[]`, in the class data.
  static final int NATIVE_SEGMENT = 0;

  static final int HEAP_SEGMENT = 1;

  /// All of memory as a segment, in the class data of tables.
  static final int EVERYTHING = 2;

  /// In JDK 25 mapped segments are native segments too.
  static final List<Class<?>> SEGMENT_CLASSES =
      List.of(MemorySegment.NULL.getClass(), MemorySegment.ofArray(new long[0]).getClass());

  private static final MethodTypeDesc CAST = MethodTypeDesc.of(CD_Object, CD_Object);

  private Names() {}

  private static final Class<?> NATIVE = SEGMENT_CLASSES.get(NATIVE_SEGMENT);

  /// Returns the segment, of a class that the compiler knows.
  static MemorySegment nativeSegment(MemorySegment segment) {
    return (MemorySegment) NATIVE.cast(segment);
  }

  /// Whether generated code can reach the segment as native memory.
  static boolean isNative(MemorySegment segment) {
    return NATIVE.isInstance(segment);
  }

  static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  /// Puts an object of the class data on the stack, which the compiler takes for a constant.
  static void constant(CodeBuilder code, ClassDesc type, int index) {
    code.ldc(DynamicConstantDesc.ofNamed(BSM_CLASS_DATA_AT, DEFAULT_NAME, type, index));
  }

  /// Checks an index against a size, and leaves the index on the stack.
  static void checkIndex(CodeBuilder code) {
    code.invokestatic(OBJECTS, "checkIndex", MethodTypeDesc.of(CD_long, CD_long, CD_long));
  }

  /// Puts the class of segments on the stack that [#cast] needs below the segment.
  static void segmentClass(CodeBuilder code, boolean onHeap) {
    constant(code, CLASS, onHeap ? HEAP_SEGMENT : NATIVE_SEGMENT);
  }

  /// Tells the compiler the class of the segment on the stack, whatever classes of segments the
  /// program has used: the accessors of the JDK are then inlined without any profile.
  static void cast(CodeBuilder code) {
    code.invokevirtual(CLASS, "cast", CAST).checkcast(SEGMENT);
  }
}
