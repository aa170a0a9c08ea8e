package dev.ashlar.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Where the memory of a [Bytes] is, how it is reached, until when, and by whom.
///
/// The accessors of `Bytes` read these fields themselves: what they call would be inlined only
/// where the profile says that it is often called. What is here are the checks that are shared by
/// bulk operations, atomic access, and accesses that fail.
abstract sealed class Region permits Bytes {
  private static final MemorySegment.Scope NEVER_CLOSED = Arena.ofConfined().scope();
  private static final byte[] NO_ARRAY = {};

  /// What [Guard] throws. Here, since a class whose initialization fails is lost: there is no
  /// region before this is there, however little stack or heap is left when something is refused.
  @SuppressWarnings("StaticAssignmentOfThrowable") // It has no stack trace, and nobody sees it.
  static final RefusedAccess REFUSED = new RefusedAccess();

  /// Addresses beyond are left to the JDK. Masked with this, an address or a size is what it was,
  /// and the compiler knows that their sum is inside of all memory: nothing is checked twice.
  static final long REACH = (1L << 56) - 1;

  /// Masked with this, a limit is what it was, and the compiler knows that it is not negative.
  static final int MAX = Integer.MAX_VALUE;

  /// All of a `byte[]`, whose bounds the JDK checks.
  static final int ARRAY = 0;

  /// A part of a `byte[]`.
  static final int SLICE = 1;

  /// Native memory, if this thread may use it now.
  static final int NATIVE = 2;

  /// What only the JDK can watch, and writes that throw.
  static final int CHECKED = 3;

  /// The array; empty if there is none.
  final byte[] array;

  /// The index in [#array], or the address, of offset 0.
  final long base;

  final long byteSize;

  /// The first offsets at which there is no room for so many bytes, as far as an `int` can tell.
  final int limit1;

  final int limit2;
  final int limit4;
  final int limit8;

  /// How to read: the one condition that all reads share, so that it is tested once for many.
  final int reading;

  /// How to write: [#CHECKED] if this is read-only.
  final int writing;

  /// The same memory as a segment; if it is a `byte[]`, null until somebody asks. Threads may race
  /// to set it, to segments that are equal.
  private @Nullable MemorySegment segment;

  /// What says whether the memory lives.
  private final MemorySegment.Scope scope;

  /// The same if it is confined memory, otherwise [#NEVER_CLOSED]: all are of one class, so that
  /// the question is no virtual call, whatever scopes a program uses.
  final MemorySegment.Scope open;

  /// The id of the only thread that may use this, if [#confined].
  final long owner;

  /// -1 if only [#owner] may use this, 0 if any thread may. The compiler can hoist arithmetic out
  /// of a loop where it would not hoist a branch.
  final long confined;

  final boolean readOnly;

  /// Says whether the memory is still lent to whom it was lent as [#lent].
  final Generation generation;

  final long lent;

  /// A part of an array.
  Region(byte[] array, long base, long byteSize, boolean readOnly) {
    this.array = array;
    this.base = base;
    this.byteSize = byteSize;
    this.limit1 = limit(byteSize, Byte.BYTES);
    this.limit2 = limit(byteSize, Short.BYTES);
    this.limit4 = limit(byteSize, Integer.BYTES);
    this.limit8 = limit(byteSize, Long.BYTES);
    this.reading = byteSize == array.length ? ARRAY : SLICE;
    this.writing = readOnly ? CHECKED : reading;
    this.scope = NEVER_CLOSED;
    this.open = NEVER_CLOSED;
    this.owner = 0;
    this.confined = 0;
    this.readOnly = readOnly;
    this.generation = Generation.ONLY;
    this.lent = Generation.NOT_LENT;
  }

  /// What a segment shows.
  ///
  /// @param confined -1 if only `owner` may use it, 0 if any thread may
  /// @param lent the number of the loan that ends it
  Region(
      MemorySegment segment,
      int kind,
      long owner,
      long confined,
      Generation generation,
      long lent) {
    this.array = NO_ARRAY;
    this.base = segment.address();
    this.byteSize = segment.byteSize();
    this.limit1 = limit(byteSize, Byte.BYTES);
    this.limit2 = limit(byteSize, Short.BYTES);
    this.limit4 = limit(byteSize, Integer.BYTES);
    this.limit8 = limit(byteSize, Long.BYTES);
    this.segment = segment;
    this.readOnly = segment.isReadOnly();
    this.reading = kind;
    this.writing = readOnly ? CHECKED : kind;
    this.scope = segment.scope();
    this.open = confined == 0 ? NEVER_CLOSED : scope;
    this.owner = owner;
    this.confined = confined;
    this.generation = generation;
    this.lent = lent;
  }

  private static int limit(long byteSize, int width) {
    return (int) Math.clamp(byteSize - width + 1, 0, (long) MAX);
  }

  /// Returns the address of `width` bytes at `offset` if this thread may read them directly, and -1
  /// if it may not, for whatever reason.
  long addressToRead(long offset, int width) {
    return address(reading, offset, width);
  }

  /// As [#addressToRead], to write.
  long addressToWrite(long offset, int width) {
    return address(writing, offset, width);
  }

  private long address(int kind, long offset, int width) {
    try {
      if (kind == NATIVE) {
        if ((confined | lent) != 0) {
          var _ = new Guard(this);
        }
        return (base & REACH) + Objects.checkIndex(offset, (byteSize & REACH) - width + 1);
      }
    } catch (IndexOutOfBoundsException _) {
      // As above.
    }
    return -1;
  }

  /// Throws unless `length` bytes at `offset` are inside and the memory still lives.
  void checkRange(long offset, long length) {
    if (!scope.isAlive()
        || !generation.isPlainly(lent)
        || (offset | length) < 0
        || offset > byteSize - length) {
      throw failure(offset, length);
    }
  }

  void checkWriteRange(long offset, long length) {
    if (readOnly) {
      throw new UnsupportedOperationException("These bytes are read-only");
    }
    checkRange(offset, length);
  }

  RuntimeException failure(long offset, long length) {
    if (!scope.isAlive()) {
      return new IllegalStateException("The arena of these bytes is closed");
    }
    if (!generation.isPlainly(lent)) {
      return new IllegalStateException("The lease of these bytes was released");
    }
    return new IndexOutOfBoundsException(
        "offset " + offset + ", length " + length + ", of " + byteSize + " bytes");
  }

  /// Whether this is a `byte[]` or a part of one.
  boolean isArray() {
    return reading <= SLICE;
  }

  /// Whether this is native memory that this thread may use directly as long as it lives. The
  /// answer is the same each time: what another thread can end meanwhile is not freed by that.
  boolean isDirect() {
    return reading == NATIVE && ((owner ^ Thread.currentThread().threadId()) & confined) == 0;
  }

  MemorySegment segment() {
    MemorySegment segment = this.segment;
    return segment == null ? wrap() : segment;
  }

  private MemorySegment wrap() {
    MemorySegment slice = MemorySegment.ofArray(array).asSlice(base, byteSize);
    segment = readOnly ? slice.asReadOnly() : slice;
    return segment;
  }
}
