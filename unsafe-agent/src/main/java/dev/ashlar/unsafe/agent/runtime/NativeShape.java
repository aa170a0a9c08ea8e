// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import dev.ashlar.unsafe.agent.memory.Tracker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// Native memory: the object is null, the offset is an address.
@SuppressWarnings("restricted")
final class NativeShape extends Shape {
  static final NativeShape INSTANCE = new NativeShape();

  /// All of memory. C2 knows the class of a constant, so it compiles an access to one instruction.
  static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final MethodHandle TEST =
      Handles.own(
          NativeShape.class, "isNative", methodType(boolean.class, Object.class, long.class));

  private NativeShape() {}

  @Override
  MethodHandle test() {
    return TEST;
  }

  static boolean isNative(@Nullable Object object, long offset) {
    return object == null;
  }

  @Override
  MethodHandle make(Access access) {
    if (access.type() == Object.class) {
      throw new RefusedAccessException(
          access.name() + " of native memory: there are no references outside of the heap");
    }
    MethodHandle handle = MethodHandles.dropArguments(unchecked(access), 0, Object.class);
    return checked(access.isPlain() ? handle : Handles.orUnusual(handle, this, access), 1, access);
  }

  /// {@return a handle that first checks the address, if the agent checks native memory}
  private static MethodHandle checked(MethodHandle handle, int position, Access access) {
    return Tracker.CHECKS
        ? MethodHandles.filterArguments(
            handle, position, Tracker.check(access.name(), access.byteSize(), access.isWrite()))
        : handle;
  }

  /// {@return the access by an address, which has the type of [Access#addressType]}
  static MethodHandle ofAddress(Access access) {
    return checked(unchecked(access), 0, access);
  }

  private static MethodHandle unchecked(Access access) {
    if (access.type() == boolean.class) {
      return Handles.booleanOf(unchecked(access.with(byte.class)), access);
    }
    ValueLayout layout = Elements.layout(access.type());
    return of(access.isPlain() ? layout.withByteAlignment(1) : layout, access);
  }

  private static MethodHandle of(ValueLayout layout, Access access) {
    return MethodHandles.insertArguments(layout.varHandle().toMethodHandle(access.mode()), 0, ALL);
  }

  @Override
  MethodHandle unusual(
      Access access, RuntimeException failure, @Nullable Object object, long offset) {
    boolean isOrdered = access.isRead() || access.isWrite();
    if (!isOrdered || offset % access.byteSize() == 0) {
      throw new RefusedAccessException(
          access.name()
              + " at address 0x"
              + Long.toHexString(offset)
              + ", which is not aligned or no address",
          failure);
    }
    Access plain = access.isRead() ? access.plainRead() : access.plainWrite();
    return MethodHandles.dropArguments(Packed.ordered(unchecked(plain), access), 0, Object.class);
  }
}
