// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Splits a stream into lines in place. After [#next] the current line is `buffer[start, end)`,
/// without its line feed, and without a carriage return before that. A line longer than [#LONGEST]
/// is split.
public final class LineScanner {
  /// Longer than any line that HotSpot writes.
  public static final int LONGEST = 1 << 22;

  private static final int BLOCK = 1 << 18;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;

  private final InputStream in;
  private byte[] buffer = new byte[BLOCK];
  private int limit;
  private int start;
  private int end;
  private int following;
  private boolean exhausted;
  private boolean complete;
  private long bytes;

  public LineScanner(InputStream in) {
    this.in = in;
  }

  /// Moves to the next line.
  ///
  /// @return false at the end of the stream
  public boolean next() throws IOException {
    start = following;
    int from = start;
    while (true) {
      int feed = lineFeed(from);
      if (feed >= 0) {
        end = feed > start && buffer[feed - 1] == '\r' ? feed - 1 : feed;
        following = feed + 1;
        complete = true;
        return true;
      }
      from = limit;
      if (limit - start >= LONGEST || (exhausted && limit > start)) {
        end = limit;
        following = limit;
        complete = false;
        return true;
      }
      if (exhausted) {
        return false;
      }
      int moved = start;
      fill();
      from -= moved - start;
    }
  }

  private int lineFeed(int from) {
    return indexOf(buffer, from, limit, '\n');
  }

  /// {@return the first index of an ASCII character in `bytes[from, to)`; -1 if there is none}
  public static int indexOf(byte[] bytes, int from, int to, char wanted) {
    long eight = ONES * wanted;
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long differing = (long) LONGS.get(bytes, at) ^ eight;
      long zeros = (differing - ONES) & ~differing & HIGHS;
      if (zeros != 0) {
        return at + (Long.numberOfTrailingZeros(zeros) >>> 3);
      }
    }
    for (; at < to; at++) {
      if (bytes[at] == wanted) {
        return at;
      }
    }
    return -1;
  }

  /// Moves the incomplete line to the front, and reads more.
  private void fill() throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("reading was interrupted");
    }
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, limit - start);
      limit -= start;
      start = 0;
    }
    if (limit == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int read = in.read(buffer, limit, buffer.length - limit);
    if (read < 0) {
      exhausted = true;
    } else {
      limit += read;
      bytes += read;
    }
  }

  public byte[] buffer() {
    return buffer;
  }

  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  /// {@return the number of bytes of the current line, with its end}
  public int byteSize() {
    return following - start;
  }

  /// {@return whether the current line ended with a line feed}
  public boolean isComplete() {
    return complete;
  }

  /// {@return the number of bytes read so far}
  public long byteCount() {
    return bytes;
  }
}
