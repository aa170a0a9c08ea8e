// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.access.Adapters.Layouts;
import dev.ashlar.memory.Segments;
import dev.ashlar.memory.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/// The loops of [LoopWorkload]: sums of elements of one type, with an `int` or a `long` offset.
///
/// Doubles are whole numbers, so that their sum is exact.
final class Sums {
  private Sums() {}

  //@ for  types    Type    sum     step           result
  //@      bytes    Byte    long    1              sum
  //@      ints     Int     long    Integer.BYTES  sum
  //@      longs    Long    long    Long.BYTES     sum
  //@      doubles  Double  double  Double.BYTES   (long) sum
  //@ for  Counter  counter
  //@      Int      int
  //@      Long     long
  static long $typesBy$Counter(Memory memory, $counter end) {
    $sum sum = 0;
    for ($counter at = 0; at < end; at += $step) {
      sum += memory.get$Type(at);
    }
    return $result;
  }

  //@ end
  //@ end
  /// The loops over `long` values, over segments.
  interface SegmentLongs {
    long sumByInt(MemorySegment memory, int end);

    long sumByLong(MemorySegment memory, long end);

    /// {@return the code of a contender that has segments}
    static SegmentLongs of(Memories contender) {
      return switch (contender) {
        case SEGMENT -> new Plain();
        case SEGMENT_KNOWN -> new Known();
        case SEGMENT_SPECIALIZED ->
            Specialized.of(MethodHandles.lookup(), SegmentLongs.class, Plain.class);
        default -> throw new IllegalArgumentException(contender.contender());
      };
    }
  }

  /// Plain code, which does not distinguish kinds of memory.
  static final class Plain implements SegmentLongs {
    //@ for  Counter  counter
    //@      Int      int
    //@      Long     long
    @Override
    public long sumBy$Counter(MemorySegment memory, $counter end) {
      long sum = 0;
      for ($counter at = 0; at < end; at += Long.BYTES) {
        sum += memory.get(Layouts.LONG, at);
      }
      return sum;
    }

    //@ end
  }

  /// The same code, with one loop for each kind of memory, and a cast before it.
  static final class Known implements SegmentLongs {
    //@ for  Counter  counter
    //@      Int      int
    //@      Long     long
    @Override
    public long sumBy$Counter(MemorySegment memory, $counter end) {
      return memory.isNative() ? nativeBy$Counter(memory, end) : bytesBy$Counter(memory, end);
    }

    //@ for  kind    Kind
    //@      native  Native
    //@      bytes   Bytes
    private static long $kindBy$Counter(MemorySegment memory, $counter end) {
      MemorySegment known = Segments.of$Kind(memory);
      long sum = 0;
      for ($counter at = 0; at < end; at += Long.BYTES) {
        sum += known.get(Layouts.LONG, at);
      }
      return sum;
    }

    //@ end
    //@ end
  }
}
