package dev.ashlar.table;

import dev.ashlar.memory.AccessPath;
import dev.ashlar.memory.Bytes;
import dev.ashlar.table.internal.Ownership;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Whether native memory may be reached without the JDK's checks.
///
/// That needs native access for this module, and a lifetime that is known: memory that ends when
/// nobody can reach it, or when its one thread says so. All else is left to the JDK.
final class NativeAccess {
  /// Asking is not using: the JVM prints no warning.
  private static final boolean GRANTED = NativeAccess.class.getModule().isNativeAccessEnabled();

  /// In JDK 25 mapped segments are native segments too.
  static final Class<?> NATIVE_SEGMENT = MemorySegment.NULL.getClass();

  static final Class<?> HEAP_SEGMENT = MemorySegment.ofArray(new long[0]).getClass();
  private static final Class<?> CONFINED_SCOPE = Arena.ofConfined().scope().getClass();

  /// Of memory that is reached directly where access is granted.
  private static final List<Class<?>> DIRECT_SCOPES =
      List.of(CONFINED_SCOPE, Arena.ofAuto().scope().getClass(), Arena.global().scope().getClass());

  private static final AtomicBoolean LOGGED = new AtomicBoolean();

  private static volatile MemorySegment.@Nullable Scope endless;

  /// Of the arenas whose memory is zero. No public method tells them from others; an arena of a
  /// later JDK that is not among these samples is zeroed twice.
  private static final List<Class<?>> ZEROING_ARENAS =
      List.of(
          Arena.ofConfined().getClass(),
          Arena.ofShared().getClass(),
          Arena.ofAuto().getClass(),
          Arena.global().getClass());

  private NativeAccess() {}

  /// A scope of a confined arena that nobody closes, and that keeps no thread of the program's. It
  /// is no constant: an initializer that fails loses its class for ever, and this one needs a
  /// thread.
  static MemorySegment.Scope endless() {
    MemorySegment.Scope known = endless;
    return known == null ? makeEndless() : known;
  }

  private static synchronized MemorySegment.Scope makeEndless() {
    MemorySegment.Scope made = endless;
    if (made == null) {
      Owner owner = new Owner();
      Exception failure = owner.runToEnd();
      if (owner.arena == null) {
        throw new IllegalStateException("No arena could be made: try again", failure);
      }
      made = owner.arena.scope();
      endless = made;
    }
    return made;
  }

  /// Makes an arena, and ends.
  private static final class Owner extends Detached {
    private @Nullable Arena arena;

    Owner() {
      super("Ashlar arena");
    }

    @Override
    void work() {
      arena = Arena.ofConfined();
    }
  }

  /// Whether memory of the arena is zero when it is new.
  static boolean isZeroed(Arena arena) {
    return ZEROING_ARENAS.contains(arena.getClass());
  }

  /// Whether a segment is native, as far as the JDK's accessors are concerned.
  static boolean isNative(MemorySegment segment) {
    return NATIVE_SEGMENT.isInstance(segment);
  }

  /// Returns the segment, of a class that the compiler knows whatever the program has used: the
  /// JDK's accessors are then inlined without any profile.
  static MemorySegment nativeSegment(MemorySegment segment) {
    return (MemorySegment) NATIVE_SEGMENT.cast(segment);
  }

  /// The same for a segment of a `long[]`.
  static MemorySegment heapSegment(MemorySegment segment) {
    return (MemorySegment) HEAP_SEGMENT.cast(segment);
  }

  /// Whether this module, or the class path, may reach native memory by its address.
  static boolean isGranted() {
    return GRANTED;
  }

  /// Whether memory that nobody can end is reached so.
  static boolean isDirect() {
    if (!GRANTED) {
      logOnce();
      return false;
    }
    return isDirect(Arena.ofAuto().allocate(1));
  }

  /// `Bytes` knows the kinds of memory, and asks for the current thread.
  static boolean isDirect(MemorySegment memory) {
    if (!GRANTED) {
      if (DIRECT_SCOPES.contains(memory.scope().getClass())) {
        logOnce();
      }
      return false;
    }
    AccessPath path = Bytes.of(memory).accessPath();
    if (path == AccessPath.CHECKED_WITHOUT_NATIVE_ACCESS) {
      logOnce();
    }
    return path == AccessPath.NATIVE;
  }

  /// Says what tables have lost for want of the flag; once in a program. Never fails.
  private static void logOnce() {
    if (!Rehearsal.isPlaying() && LOGGED.compareAndSet(false, true)) {
      try {
        System.getLogger("dev.ashlar.table")
            .log(
                System.Logger.Level.WARNING,
                "Native and mapped tables are slower than they could be: start Java with"
                    + " --enable-native-access="
                    + (NativeAccess.class.getModule().isNamed()
                        ? "dev.ashlar.table,dev.ashlar.memory"
                        : "ALL-UNNAMED")
                    + ".");
      } catch (RuntimeException | Error broken) {
        // There is no other place to report it.
      }
    }
  }

  /// Returns what direct access to memory of an arena depends on; null if there is none.
  static @Nullable Ownership ownership(MemorySegment memory) {
    if (!isDirect(memory)) {
      return null;
    }
    Thread owner = owner(memory);
    return new Ownership(owner, owner == null ? endless() : memory.scope());
  }

  /// Returns the only thread that may use the memory; null if any may.
  static @Nullable Thread owner(MemorySegment memory) {
    return memory.isAccessibleBy(new Owner()) ? null : Thread.currentThread();
  }
}
