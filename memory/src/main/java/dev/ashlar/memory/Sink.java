// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The receiver of an array's elements: a [filler][Unzeroed.Filler] appends them from the first one
/// on. The filler never gets the array, so it cannot read an element that was not written.
///
/// ```java
/// char[] dots = Unzeroed.chars(80, sink -> sink.fill('.', sink.remaining()));
/// ```
///
/// A sink belongs to the thread that fills, and ends when the filler returns or throws. After that,
/// any use throws [IllegalStateException]. Before that, use by another thread throws
/// [WrongThreadException].
///
/// An append that does not fit throws [IndexOutOfBoundsException] and writes nothing.
@SuppressWarnings("ReferenceEquality") // A thread is its own identity.
public abstract sealed class Sink permits ByteSink, CharSink, LongSink {
  private final int capacity;
  private int position;
  private @Nullable Thread owner;

  Sink(int capacity) {
    this.capacity = capacity;
    this.owner = Thread.currentThread();
  }

  /// Returns the number of elements that were appended.
  public final int position() {
    requireOwner();
    return position;
  }

  /// Returns the number of elements that can still be appended.
  public final int remaining() {
    requireOwner();
    return capacity - position;
  }

  /// Returns where `count` elements may be written. [#advance] counts them afterwards. In the other
  /// order, an exception in between would leave counted elements that were not written.
  final int claim(long count) {
    requireOwner();
    if (count < 0 || count > capacity - position) {
      throw overflow(count);
    }
    return position;
  }

  final void advance(int count) {
    position += count;
  }

  /// Returns where the last `length` elements start, which are to be repeated.
  final int tail(int length) {
    requireOwner();
    Objects.checkIndex(length, position + 1);
    return position - length;
  }

  /// Appends elements of an array of the sink's type.
  ///
  /// @param array of the sink
  /// @param available how many elements `source` has
  final void append(Object source, int available, int from, int length, Object array) {
    Objects.checkFromIndexSize(from, length, available);
    int at = claim(length);
    System.arraycopy(source, from, array, at, length);
    advance(length);
  }

  /// Appends the last `length` elements again, `times` times.
  final void repeat(int length, int times, Object array) {
    int from = tail(length);
    int at = claim((long) length * times);
    int count = length * times;
    // What has been written doubles with each copy.
    for (int done = 0; done < count; ) {
      int next = Math.min(count - done, length + done);
      System.arraycopy(array, from, array, at + done, next);
      done += next;
    }
    advance(count);
  }

  /// Ends the sink and returns how many elements were appended. A thread that sees the array later
  /// sees the elements too, even through a data race.
  final int end() {
    VarHandle.releaseFence();
    owner = null;
    return position;
  }

  private void requireOwner() {
    if (owner != Thread.currentThread()) {
      throw stranger();
    }
  }

  private RuntimeException stranger() {
    return owner == null
        ? new IllegalStateException("This sink ended with its filler")
        : new WrongThreadException("This sink belongs to the thread that fills");
  }

  private IndexOutOfBoundsException overflow(long count) {
    return new IndexOutOfBoundsException(
        "position " + position + ", length " + count + ", of " + capacity + " elements");
  }
}
