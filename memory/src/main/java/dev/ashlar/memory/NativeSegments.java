package dev.ashlar.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Consumer;

/// The calls of restricted methods that stack and pool need. Nothing that works on the heap
/// initialises this class.
@SuppressWarnings("restricted")
final class NativeSegments {
  private static final Consumer<MemorySegment> NOTHING = new Nothing();

  /// What uses native memory, and so needs access.
  static final class Use {
    static final Use STACK = new Use("NativeStack");
    static final Use POOL = new Use("NativePool");
    static final Use UNZEROED = new Use("Unzeroed");

    private final String name;
    private volatile boolean granted;

    private Use(String name) {
      this.name = name;
    }
  }

  private NativeSegments() {}

  /// Fails with the one message that names the flag, before anything else has happened.
  static void requireNativeAccess(Use use) {
    if (!use.granted) {
      // Asked first: a restricted call that the JVM only warns of grants access from then on.
      boolean withFlag = NativeAccess.GRANTED;
      try {
        Objects.requireNonNull(MemorySegment.NULL.reinterpret(0));
      } catch (IllegalCallerException denied) {
        throw new IllegalCallerException(
            "Native memory needs native access: start Java with " + NativeAccess.flag(), denied);
      }
      use.granted = true;
      if (!withFlag) {
        NativeAccess.logOnce(
            use.name + " uses native memory; a later JDK will deny it without the flag");
      }
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

  /// Memory for as long as the result is reachable; then `action` is run.
  static MemorySegment untilUnreachable(
      long address, long byteSize, Consumer<MemorySegment> action) {
    return MemorySegment.ofAddress(address).reinterpret(byteSize, Arena.ofAuto(), action);
  }

  /// Not a lambda: linking the first one costs more than a class.
  private static final class Nothing implements Consumer<MemorySegment> {
    @Override
    public void accept(MemorySegment segment) {}
  }
}
