package dev.ashlar.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.function.Consumer;

/// The module's calls of restricted methods. Nothing that works on the heap initialises this class.
@SuppressWarnings("restricted")
final class Restricted {
  /// malloc promises no more; slabs and blocks want whole cache lines.
  static final long CACHE_LINE = 64;

  private static final Consumer<MemorySegment> NOTHING = Restricted::nothing;

  private static final Consumer<MemorySegment> FREE = Restricted::free;

  private static volatile boolean granted;

  private Restricted() {}

  /// Fails with the one message that names the flag, before anything else has happened.
  static void requireNativeAccess() {
    if (!granted) {
      try {
        Objects.requireNonNull(MemorySegment.NULL.reinterpret(0));
      } catch (IllegalCallerException denied) {
        Module module = Restricted.class.getModule();
        throw new IllegalCallerException(
            "Native memory needs native access: start Java with --enable-native-access="
                + (module.isNamed() ? module.getName() : "ALL-UNNAMED"),
            denied);
      }
      granted = true;
    }
  }

  /// All of memory, for as long as `session` lives. Never to be handed out: only slices of it are.
  static MemorySegment everything(Arena session) {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE, session, null);
  }

  /// As [#everything], for a frame that receives a struct in registers. The linker gives each such
  /// call a buffer with a cleanup action. Once the JVM has profiled a `null` action, C2 can no
  /// longer eliminate that buffer; so here the action is not `null`, and does nothing.
  static MemorySegment everythingBesideLinkerBuffer(Arena session) {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE, session, NOTHING);
  }

  static MemorySegment segment(long address, long byteSize, Arena session) {
    return MemorySegment.ofAddress(address).reinterpret(byteSize, session, null);
  }

  private static void nothing(MemorySegment segment) {}

  /// How much to ask [#malloc] for so that [#cacheLine] leaves `byteSize` bytes.
  static long withCacheLine(long byteSize) {
    if (byteSize > Long.MAX_VALUE - CACHE_LINE) {
      throw outOfMemory(byteSize);
    }
    return byteSize + CACHE_LINE;
  }

  static long cacheLine(long address) {
    return (address + CACHE_LINE - 1) & -CACHE_LINE;
  }

  /// Memory from [#malloc] that is freed when `arena` is closed.
  static MemorySegment mallocUntilClosed(long byteSize, Arena arena) {
    long address = malloc(byteSize);
    try {
      return MemorySegment.ofAddress(address).reinterpret(byteSize, arena, FREE);
    } catch (RuntimeException notTaken) {
      free(address);
      throw notTaken;
    }
  }

  /// Memory from [#malloc], or a part of it, that is freed when nobody can reach it.
  static MemorySegment freedWhenUnreachable(long malloced, long address, long byteSize) {
    return MemorySegment.ofAddress(address)
        .reinterpret(byteSize, Arena.ofAuto(), _ -> free(malloced));
  }

  /// Not zeroed.
  static long malloc(long byteSize) {
    long address = 0;
    if (byteSize > 0) {
      try {
        address = (long) Heap.MALLOC.invokeExact(byteSize);
      } catch (Throwable unexpected) {
        throw new AssertionError(unexpected);
      }
    }
    if (address == 0) {
      throw outOfMemory(byteSize);
    }
    return address;
  }

  private static OutOfMemoryError outOfMemory(long byteSize) {
    return new OutOfMemoryError("Cannot reserve " + byteSize + " bytes of native memory");
  }

  private static void free(MemorySegment segment) {
    free(segment.address());
  }

  static void free(long address) {
    try {
      Heap.FREE.invokeExact(address);
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  /// C's heap. Pointers travel as integers of their size, so that no segment is made of them.
  private static final class Heap {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MemoryLayout SIZE =
        Objects.requireNonNull(LINKER.canonicalLayouts().get("size_t"));

    static final MethodHandle MALLOC =
        MethodHandles.explicitCastArguments(
            function("malloc", FunctionDescriptor.of(SIZE, SIZE)),
            MethodType.methodType(long.class, long.class));
    static final MethodHandle FREE =
        MethodHandles.explicitCastArguments(
            function("free", FunctionDescriptor.ofVoid(SIZE)),
            MethodType.methodType(void.class, long.class));

    private static MethodHandle function(String name, FunctionDescriptor type) {
      return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
    }
  }
}
