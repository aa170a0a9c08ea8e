// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.NativeAccess;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Makes memory that is about to be written anyway, without the cost of zeroing it first.
///
/// ```java
/// byte[] line = Unzeroed.bytes(80, sink -> sink.fill((byte) '-', 80));
/// try (Arena arena = Arena.ofConfined()) {
///   MemorySegment page = Unzeroed.segment(4096, arena);
/// }
/// ```
///
/// **Arrays.** A filler appends to a [Sink]. The array is returned only after the filler has
/// returned; elements that were not appended are zero then. If the filler throws, the array is
/// dropped and the exception is passed on. So no code can read an element that was not written.
///
/// The JDK makes such arrays only if Java is started with a flag: `--add-exports
/// java.base/jdk.internal.misc=dev.ashlar.memory` on the module path, `=ALL-UNNAMED` on the class
/// path. Without the flag ordinary arrays are used, and [#isSupported] returns false.
/// `Arrays.copyOf`, and a copy right behind `new`, need no flag: there the compiler itself leaves
/// out the zeroing.
///
/// **Native memory.** [#segment] needs no such flag, but native access. Its content is whatever was
/// there before.
public final class Unzeroed {
  private static final NativeAccess.User ACCESS = new NativeAccess.User("Unzeroed");

  private Unzeroed() {}

  /// Appends the elements of an array to a sink. It must not keep the sink.
  ///
  /// ```java
  /// Unzeroed.Filler<ByteSink, RuntimeException> spaces = sink -> sink.fill((byte) ' ', 4);
  /// byte[] indent = Unzeroed.bytes(4, spaces);
  /// ```
  @FunctionalInterface
  public interface Filler<S extends Sink, X extends Exception> {
    /// Appends to `sink`.
    void fill(S sink) throws X;
  }

  /// Returns whether arrays are made without zeroing.
  public static boolean isSupported() {
    return Uninitialized.IS_SUPPORTED;
  }

  //@ for  type  names  Sink
  //@      byte  bytes  ByteSink
  //@      char  chars  CharSink
  //@      long  longs  LongSink
  /// Returns a new array of `length` $names, written by `filler`.
  ///
  /// @throws NegativeArraySizeException if `length` is negative
  public static <X extends Exception> $type[] $names(int length, Filler<$Sink, X> filler)
      throws X {
    $Sink sink = new $Sink(Uninitialized.$names(nonNegative(length)));
    try {
      filler.fill(sink);
    } finally {
      sink.end();
    }
    return sink.finish();
  }

  //@ end
  /// Returns `byteSize` bytes of native memory with arbitrary content, aligned as C's `malloc`
  /// aligns. They are freed when `arena` ends; in the global arena, never. They do not count
  /// towards `-XX:MaxDirectMemorySize`. Much memory in an automatic arena does not make the
  /// collector run earlier.
  ///
  /// @throws IllegalArgumentException if `byteSize` is negative
  /// @throws IllegalStateException if `arena` is closed
  /// @throws WrongThreadException if `arena` is confined to another thread
  /// @throws IllegalCallerException if native access is denied; the message names the flag
  /// @throws OutOfMemoryError if there is not as much memory
  public static MemorySegment segment(long byteSize, Arena arena) {
    Objects.requireNonNull(arena);
    if (byteSize < 0) {
      throw new IllegalArgumentException("byteSize " + byteSize + " is negative");
    }
    ACCESS.require();
    return byteSize == 0 ? arena.allocate(0) : NativeMemory.allocateUntilClosed(byteSize, arena);
  }

  private static int nonNegative(int length) {
    if (length < 0) {
      throw new NegativeArraySizeException(Integer.toString(length));
    }
    return length;
  }
}
