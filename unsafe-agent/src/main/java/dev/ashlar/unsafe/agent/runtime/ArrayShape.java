// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The arrays of a primitive type.
///
/// An access to an element uses a VarHandle of the array. A wider access to bytes uses a view
/// VarHandle. C2 compiles these to the shortest code. All other accesses use a segment of the
/// array.
final class ArrayShape extends Shape {
  private static final MethodHandle INDEX =
      Handles.own(
          ArrayShape.class, "index", methodType(int.class, long.class, int.class, long.class));
  private static final MethodHandle POSITION =
      Handles.own(ArrayShape.class, "position", methodType(long.class, long.class, long.class));
  private static final MethodHandle IS_INSTANCE = isInstance();

  static final List<ArrayShape> ALL =
      Stream.of(
              byte.class,
              long.class,
              int.class,
              char.class,
              short.class,
              double.class,
              float.class,
              boolean.class)
          .map(ArrayShape::new)
          .toList();

  private final Class<?> element;
  private final Class<?> array;
  private final long base;
  private final int shift;
  private final ValueLayout layout;
  private final MethodHandle test;

  private ArrayShape(Class<?> element) {
    this.element = element;
    array = element.arrayType();
    base = Elements.baseOffset(element);
    shift = Integer.numberOfTrailingZeros(Elements.indexScale(element));
    layout = Elements.layout(element).withByteAlignment(1);
    test = testOf(array);
  }

  private static MethodHandle isInstance() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Class.class, "isInstance", methodType(boolean.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /// {@return a test of type `(Object, long)boolean`: whether the object is an instance of `type`}
  static MethodHandle testOf(Class<?> type) {
    return MethodHandles.dropArguments(IS_INSTANCE.bindTo(type), 1, long.class);
  }

  static ArrayShape of(Class<?> element) {
    for (int i = 0; i < ALL.size(); i++) {
      if (ALL.get(i).element == element) {
        return ALL.get(i);
      }
    }
    throw new IllegalArgumentException("no primitive type: " + element);
  }

  Class<?> array() {
    return array;
  }

  long base() {
    return base;
  }

  /// {@return the unaligned layout of an element}
  ValueLayout layout() {
    return layout;
  }

  boolean isWhole(long bytes) {
    return bytes >> shift << shift == bytes;
  }

  /// {@return the number of elements in `bytes` bytes}
  ///
  /// @throws IndexOutOfBoundsException if no array has so many
  int elements(long bytes) {
    return Math.toIntExact(Objects.checkIndex(bytes >> shift, 1L << 31));
  }

  long byteSize(Object instance) {
    return (long) Array.getLength(instance) << shift;
  }

  @Override
  MethodHandle test() {
    return test;
  }

  /// {@return the index of the element at an offset; an index that no array has if the offset is
  /// between two elements, or if the index is not an `int`}
  static int index(long base, int shift, long offset) {
    long distance = offset - base;
    long index = distance >> shift;
    return index == (int) index && index << shift == distance ? (int) index : -1;
  }

  static long position(long base, long offset) {
    return offset - base;
  }

  @Override
  MethodHandle make(Access access) {
    return Handles.orUnusual(usual(access), this, access);
  }

  private MethodHandle usual(Access access) {
    Class<?> type = access.type();
    if (type == Object.class) {
      throw new RefusedAccessException(
          access.name() + ": a " + array.getSimpleName() + " has no references");
    }
    if (type == element) {
      return indexed(MethodHandles.arrayElementVarHandle(array), access, shift);
    }
    if (element == boolean.class) {
      return Booleans.handle(access, base);
    }
    if (type == boolean.class) {
      return Handles.booleanOf(usual(access.with(byte.class)), access);
    }
    if (access.isPlain() && element == byte.class) {
      VarHandle view =
          MethodHandles.byteArrayViewVarHandle(type.arrayType(), ByteOrder.nativeOrder());
      return indexed(view, access, 0);
    }
    return bytes(access);
  }

  private MethodHandle indexed(VarHandle handle, Access access, int indexShift) {
    MethodHandle index = MethodHandles.insertArguments(INDEX, 0, base, indexShift);
    return MethodHandles.filterArguments(handle.toMethodHandle(access.mode()), 1, index)
        .asType(access.methodType());
  }

  /// {@return the access to a run of bytes, whatever the elements}
  private MethodHandle bytes(Access access) {
    Class<?> type = access.type();
    if (type == boolean.class) {
      return Handles.booleanOf(bytes(access.with(byte.class)), access);
    }
    ValueLayout layout = Elements.layout(type);
    if (access.isPlain()) {
      return segment(layout.withByteAlignment(1).varHandle().toMethodHandle(access.mode()), access);
    }
    return access.byteSize() <= 1 << shift
        ? segment(layout.varHandle().toMethodHandle(access.mode()), access)
        : packed(access);
  }

  private MethodHandle packed(Access access) {
    if (access.isRead() || access.isWrite()) {
      Access plain = access.isRead() ? access.plainRead() : access.plainWrite();
      return Packed.ordered(bytes(plain), access);
    }
    return segment(Packed.atomic(access), access);
  }

  /// {@return a handle `(MemorySegment, long, values...)` as one of the array and an offset}
  private MethodHandle segment(MethodHandle handle, Access access) {
    MethodHandle position = MethodHandles.insertArguments(POSITION, 0, base);
    MethodHandle segment = Objects.requireNonNull(Elements.segmentOf(array));
    return MethodHandles.filterArguments(handle, 0, segment, position).asType(access.methodType());
  }

  @Override
  MethodHandle unusual(
      Access access, RuntimeException failure, @Nullable Object object, long offset) {
    long position = offset - base;
    long size = byteSize(Objects.requireNonNull(object));
    if (failure instanceof RefusedAccessException || element == boolean.class) {
      throw refused(access, size, position, failure);
    }
    if (position < 0 || position > size - access.byteSize()) {
      throw refused(access, size, position, failure);
    }
    // Between two elements.
    return access.isPlain() || access.type() == boolean.class ? bytes(access) : packed(access);
  }

  private RefusedAccessException refused(
      Access access, long size, long position, RuntimeException failure) {
    return failure instanceof RefusedAccessException refused
        ? refused
        : new RefusedAccessException(
            access.name()
                + " of "
                + access.byteSize()
                + " bytes at "
                + position
                + " is outside of a "
                + array.getSimpleName()
                + " of "
                + size
                + " bytes",
            failure);
  }

  /// {@return the segment of an array}
  ///
  /// @throws RefusedAccessException if it is a boolean array, which has no segment
  static MemorySegment segment(Object instance) {
    return switch (instance) {
      case byte[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      case char[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case float[] a -> MemorySegment.ofArray(a);
      case double[] a -> MemorySegment.ofArray(a);
      default ->
          throw new RefusedAccessException("no array of numbers: " + instance.getClass().getName());
    };
  }
}
