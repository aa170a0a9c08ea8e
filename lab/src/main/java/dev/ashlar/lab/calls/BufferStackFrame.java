// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.experiment.UnavailableException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.openjdk.jmh.annotations.CompilerControl;

/// A frame of the buffer stack that the JDK's linker uses internally. The class is looked up at run
/// time, because other JDKs may not have it.
final class BufferStackFrame extends ArenaMemory {
  private static final String CLASS = "jdk.internal.foreign.BufferStack";
  private static final long BYTE_SIZE = 64 << 10;
  private static final long BYTE_ALIGNMENT = 16;

  private static final MethodHandle PUSH_FRAME = pushFrame();

  /// @throws UnavailableException if this JDK has no such class, or hides it
  BufferStackFrame() {
    open(1).close();
  }

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  Arena open(long byteSize) {
    try {
      return (Arena) PUSH_FRAME.invokeExact(byteSize, BYTE_ALIGNMENT);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// {@return a handle that pushes a frame on the only `BufferStack` that the lab creates; if this
  /// is impossible, a handle that throws the reason}
  private static MethodHandle pushFrame() {
    MethodType sizes = MethodType.methodType(Arena.class, long.class, long.class);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      Class<?> type = Class.forName(CLASS);
      Object stack =
          lookup
              .findStatic(type, "of", sizes.changeReturnType(type))
              .invoke(BYTE_SIZE, BYTE_ALIGNMENT);
      return lookup.findVirtual(type, "pushFrame", sizes).bindTo(stack);
    } catch (Throwable e) {
      String why =
          e instanceof IllegalAccessException
              ? CLASS + " is not exported by java.base"
              : "JDK %s has no usable %s".formatted(Runtime.version(), CLASS);
      return MethodHandles.dropArguments(
          MethodHandles.throwException(Arena.class, UnavailableException.class)
              .bindTo(new UnavailableException(why)),
          0,
          sizes.parameterList());
    }
  }
}
