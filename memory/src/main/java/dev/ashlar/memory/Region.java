// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.EndlessScope;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The memory of a [Bytes]: its place, access path, lifetime and owner thread.
///
/// The accessors of `Bytes` read these fields themselves, because C2 inlines a method only where
/// the profile has enough calls. The methods here are checks for bulk operations, atomic access,
/// and accesses that fail.
abstract sealed class Region permits Bytes {
  private static final MemorySegment.Scope OF_ARRAYS = Arena.global().scope();
  private static final byte[] NO_ARRAY = {};

  /// What [Guard] throws. Initialized with this class: a class whose initialization fails is lost,
  /// and an access may be refused where hardly any stack or heap is left.
  @SuppressWarnings("StaticAssignmentOfThrowable") // It has no stack trace, and nobody sees it.
  static final RefusedAccess REFUSED = new RefusedAccess();

  /// The highest address that is accessed directly. Masking an address or a size with it changes
  /// neither, and C2 learns that their sum is inside [AllMemory#MEMORY]. So it drops the JDK's
  /// bounds check.
  static final long REACH = (1L << 56) - 1;

  /// Masking a limit with this does not change it, and C2 learns that it is not negative.
  static final int MAX = Integer.MAX_VALUE;

  /// All of a `byte[]`, whose bounds the JDK checks.
  static final int ARRAY = 0;

  /// A part of a `byte[]`.
  static final int SLICE = 1;

  /// Native memory, if this thread may use it now.
  static final int NATIVE = 2;

  /// Memory that only the JDK can check, and writes that throw.
  static final int CHECKED = 3;

  /// The array; empty if there is none.
  final byte[] array;

  /// The index in [#array], or the address, of offset 0.
  final long base;

  final long byteSize;

  /// The first offset at which there is no room for so many bytes; at most [#MAX].
  final int limit1;

  final int limit2;
  final int limit4;
  final int limit8;

  /// How to read. All reads test this one condition, so that C2 tests it once for many.
  final int reading;

  /// How to write: [#CHECKED] if this is read-only.
  final int writing;

  /// How a [BytesWindow] reads and writes: [#ARRAY] of a slice too, since it has checked its
  /// bounds, and [#CHECKED] of memory that may end.
  final int windowReading;

  final int windowWriting;

  /// The same memory as a segment; of a `byte[]` and of a slice made when it is first needed.
  /// Threads may race to set it, to equal segments.
  private @Nullable MemorySegment segment;

  /// What this is a slice of, and keeps reachable; null if [#segment] was there first, or of a
  /// `byte[]`.
  private final @Nullable MemorySegment whole;

  /// The scope of the memory.
  private final MemorySegment.Scope scope;

  /// Of native memory, the scope of confined memory, otherwise one that never ends. All are of one
  /// class, so that `isAlive` is no virtual call, whatever scopes a program uses.
  final MemorySegment.Scope open;

  /// The id of the only thread that may use this, if [#confined].
  final long owner;

  /// -1 if only [#owner] may use this, 0 if any thread may. C2 hoists arithmetic out of a loop
  /// where it does not hoist a branch.
  final long confined;

  final boolean readOnly;

  /// Shows whether the loan with number [#lent] still holds.
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
    this.windowReading = ARRAY;
    this.windowWriting = readOnly ? CHECKED : ARRAY;
    this.whole = null;
    this.scope = OF_ARRAYS;
    this.open = OF_ARRAYS;
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
    this.whole = null;
    this.readOnly = segment.isReadOnly();
    this.reading = kind;
    this.writing = readOnly ? CHECKED : kind;
    this.windowReading = (confined | lent) == 0 ? kind : CHECKED;
    this.windowWriting = readOnly ? CHECKED : windowReading;
    this.scope = segment.scope();
    this.open = kind == NATIVE && confined == 0 ? EndlessScope.get() : scope;
    this.owner = owner;
    this.confined = confined;
    this.generation = generation;
    this.lent = lent;
  }

  /// A part of a segment's memory, reached in the same way. Makes no segment, so that C2 can
  /// eliminate it where it is made for one message.
  Region(Region all, long offset, long byteSize, boolean readOnly) {
    this.array = NO_ARRAY;
    this.base = all.base + offset;
    this.byteSize = byteSize;
    this.limit1 = limit(byteSize, Byte.BYTES);
    this.limit2 = limit(byteSize, Short.BYTES);
    this.limit4 = limit(byteSize, Integer.BYTES);
    this.limit8 = limit(byteSize, Long.BYTES);
    this.whole = all.whole == null ? all.segment() : all.whole;
    this.readOnly = readOnly;
    this.reading = all.reading;
    this.writing = readOnly ? CHECKED : all.reading;
    this.windowReading = all.windowReading;
    this.windowWriting = readOnly ? CHECKED : all.windowReading;
    this.scope = all.scope;
    this.open = all.open;
    this.owner = all.owner;
    this.confined = all.confined;
    this.generation = all.generation;
    this.lent = all.lent;
  }

  private static int limit(long byteSize, int width) {
    return (int) Math.clamp(byteSize - width + 1, 0, (long) MAX);
  }

  /// Returns the address of `width` bytes at `offset` if this thread may read them directly,
  /// otherwise -1.
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
          Guard.check(this);
        }
        return (base & REACH) + Objects.checkIndex(offset, (byteSize & REACH) - width + 1);
      }
    } catch (IndexOutOfBoundsException _) {
      // As above.
    }
    return -1;
  }

  private boolean isAlive() {
    return isArray() || scope.isAlive();
  }

  /// Throws unless `length` bytes at `offset` are inside and the memory is alive.
  void checkRange(long offset, long length) {
    if (!isAlive()
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
    if (!isAlive()) {
      return new IllegalStateException("The arena or the lease of these bytes is closed");
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

  /// Whether this is native memory that this thread may use directly while it is alive. The answer
  /// never changes: if another thread ends a loan meanwhile, the memory is not freed.
  boolean isDirect() {
    return reading == NATIVE && ((owner ^ Thread.currentThread().threadId()) & confined) == 0;
  }

  /// Whether this is native memory that any thread may use directly, for as long as this is
  /// reachable.
  boolean isDirectForever() {
    return windowReading == NATIVE;
  }

  /// Whether the JDK knows all that can forbid an access, and nothing is reached without it. The
  /// segment of memory that is [#readOnly] is so too.
  boolean isCheckedByJdk() {
    return reading == CHECKED && lent == Generation.NOT_LENT;
  }

  MemorySegment segment() {
    MemorySegment segment = this.segment;
    return segment == null ? wrap() : segment;
  }

  private MemorySegment wrap() {
    MemorySegment slice =
        whole == null
            ? MemorySegment.ofArray(array).asSlice(base, byteSize)
            : whole.asSlice(base - whole.address(), byteSize);
    segment = readOnly ? slice.asReadOnly() : slice;
    return segment;
  }
}
