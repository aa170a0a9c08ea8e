// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// What holds for every kind of memory. The judge is a segment or buffer of the same memory.
abstract class BytesContract {
  static final int SIZE = 64;

  /// @param judge the same memory, writable even if `bytes` is not
  record Memory(Bytes bytes, MemorySegment judge) {}

  /// How one primitive is read and written by [Bytes], by [BigEndianBytes] and by the judge.
  record Primitive<T>(
      int width,
      BiFunction<Bytes, Long, T> get,
      Put<Bytes, T> put,
      BiFunction<BigEndianBytes, Long, T> getBig,
      Put<BigEndianBytes, T> putBig,
      BiFunction<ByteBuffer, Integer, T> judge) {}

  @FunctionalInterface
  interface Put<B, T> {
    void put(B bytes, long offset, T value);
  }

  static final List<Primitive<?>> PRIMITIVES =
      List.of(
          new Primitive<Short>(
              2,
              Bytes::getShort,
              Bytes::setShort,
              BigEndianBytes::getShort,
              BigEndianBytes::setShort,
              ByteBuffer::getShort),
          new Primitive<Character>(
              2,
              Bytes::getChar,
              Bytes::setChar,
              BigEndianBytes::getChar,
              BigEndianBytes::setChar,
              ByteBuffer::getChar),
          new Primitive<Integer>(
              4,
              Bytes::getInt,
              Bytes::setInt,
              BigEndianBytes::getInt,
              BigEndianBytes::setInt,
              ByteBuffer::getInt),
          new Primitive<Long>(
              8,
              Bytes::getLong,
              Bytes::setLong,
              BigEndianBytes::getLong,
              BigEndianBytes::setLong,
              ByteBuffer::getLong),
          new Primitive<Integer>(
              4,
              (bytes, offset) -> Float.floatToRawIntBits(bytes.getFloat(offset)),
              (bytes, offset, value) -> bytes.setFloat(offset, Float.intBitsToFloat(value)),
              (bytes, offset) -> Float.floatToRawIntBits(bytes.getFloat(offset)),
              (bytes, offset, value) -> bytes.setFloat(offset, Float.intBitsToFloat(value)),
              ByteBuffer::getInt),
          new Primitive<Long>(
              8,
              (bytes, offset) -> Double.doubleToRawLongBits(bytes.getDouble(offset)),
              (bytes, offset, value) -> bytes.setDouble(offset, Double.longBitsToDouble(value)),
              (bytes, offset) -> Double.doubleToRawLongBits(bytes.getDouble(offset)),
              (bytes, offset, value) -> bytes.setDouble(offset, Double.longBitsToDouble(value)),
              ByteBuffer::getLong));

  /// Memory of [#SIZE] bytes, the first of them aligned to eight if it has atomics at all.
  abstract Memory memory() throws Exception;

  abstract AccessPath access();

  boolean isNative() {
    return true;
  }

  boolean isReadOnly() {
    return false;
  }

  boolean hasAtomics() {
    return isNative();
  }

  boolean hasByteBuffer() {
    return true;
  }

  Bytes bytes;
  MemorySegment judge;
  Random random;

  @BeforeEach
  void makeMemory(TestReporter reporter) throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    reporter.publishEntry("seed", Long.toString(seed));
    random = new Random(seed);
    Memory memory = memory();
    bytes = memory.bytes;
    judge = memory.judge;
    judge.copyFrom(MemorySegment.ofArray(randomBytes(SIZE)));
  }

  byte[] randomBytes(int length) {
    byte[] content = new byte[length];
    random.nextBytes(content);
    return content;
  }

  byte[] content() {
    return judge.toArray(ValueLayout.JAVA_BYTE);
  }

  /// The other memories that this one is copied to and compared with, of every path.
  static List<Bytes> others() {
    return List.of(
        Bytes.of(new byte[SIZE + 3], 3, SIZE),
        Bytes.of(MemorySegment.ofArray(new long[SIZE / Long.BYTES])),
        Bytes.of(ByteBuffer.allocateDirect(SIZE)));
  }

  @Test
  void saysWhatItIs() {
    assertThat(bytes.byteSize()).isEqualTo(SIZE);
    assertThat(bytes.isNative()).isEqualTo(isNative());
    assertThat(bytes.isReadOnly()).isEqualTo(isReadOnly());
    assertThat(bytes.accessPath()).isEqualTo(access());
  }

  @Test
  void readsAndWritesBytes() {
    byte[] expected = content();
    for (int offset = 0; offset < SIZE; offset++) {
      assertThat(bytes.getByte(offset)).isEqualTo(expected[offset]);
      if (!isReadOnly()) {
        bytes.setByte(offset, --expected[offset]);
        assertThat(content()).isEqualTo(expected);
      }
    }
  }

  @Test
  void readsAndWritesEveryPrimitiveAnywhereInEitherOrder() {
    for (Primitive<?> primitive : PRIMITIVES) {
      readsAndWrites(primitive);
    }
  }

  private <T> void readsAndWrites(Primitive<T> primitive) {
    BigEndianBytes big = bytes.bigEndian();
    for (int offset = 0; offset <= SIZE - primitive.width; offset++) {
      byte[] before = content();
      ByteBuffer buffer = ByteBuffer.wrap(before);
      T atBig = primitive.judge.apply(buffer, offset);
      T atLittle = primitive.judge.apply(buffer.order(ByteOrder.LITTLE_ENDIAN), offset);
      assertThat(primitive.get.apply(bytes, (long) offset)).isEqualTo(atLittle);
      assertThat(primitive.getBig.apply(big, (long) offset)).isEqualTo(atBig);
      if (isReadOnly()) {
        continue;
      }
      // Another random value, put in by the judge's own hand and read back.
      byte[] expected = before.clone();
      System.arraycopy(randomBytes(primitive.width), 0, expected, offset, primitive.width);
      ByteBuffer wanted = ByteBuffer.wrap(expected);
      primitive.putBig.put(big, offset, primitive.judge.apply(wanted, offset));
      assertThat(content()).isEqualTo(expected);
      judge.copyFrom(MemorySegment.ofArray(before));
      wanted.order(ByteOrder.LITTLE_ENDIAN);
      primitive.put.put(bytes, offset, primitive.judge.apply(wanted, offset));
      assertThat(content()).isEqualTo(expected);
    }
  }

  @Test
  void refusesWhatIsNotWhollyInside() {
    byte[] before = content();
    for (int width : List.of(1, 2, 4, 8)) {
      for (long offset :
          List.of(-1L, SIZE - width + 1L, (long) SIZE, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32)) {
        for (ThrowingCallable access : accesses(width, offset)) {
          assertThatExceptionOfType(IndexOutOfBoundsException.class)
              .as("width %d, offset %d", width, offset)
              .isThrownBy(access)
              .withMessageContaining(Long.toString(offset))
              .withMessageContaining(Integer.toString(SIZE));
        }
      }
    }
    assertThat(content()).isEqualTo(before);
  }

  /// All accesses of a width that this memory allows.
  private List<ThrowingCallable> accesses(int width, long offset) {
    Primitive<?> primitive =
        PRIMITIVES.stream().filter(p -> p.width == width).findFirst().orElse(null);
    ThrowingCallable read =
        primitive == null ? () -> bytes.getByte(offset) : () -> primitive.get.apply(bytes, offset);
    ThrowingCallable write =
        switch (width) {
          case 1 -> () -> bytes.setByte(offset, (byte) 1);
          case 2 -> () -> bytes.setShort(offset, (short) 1);
          case 4 -> () -> bytes.setInt(offset, 1);
          default -> () -> bytes.setLong(offset, 1);
        };
    return isReadOnly() ? List.of(read) : List.of(read, write);
  }

  @Test
  void refusesRangesThatAreNotWhollyInside() {
    byte[] before = content();
    byte[] array = new byte[2 * SIZE];
    Bytes other = Bytes.of(array);
    long[][] ranges = {{-1, 1}, {0, SIZE + 1}, {SIZE, 1}, {1, SIZE}, {0, -1}, {1, Long.MAX_VALUE}};
    for (long[] range : ranges) {
      long offset = range[0];
      long length = range[1];
      List<ThrowingCallable> reads =
          List.of(
              () -> bytes.copyTo(offset, other, 0, length),
              () -> bytes.mismatch(offset, other, 0, length),
              () -> other.mismatch(0, bytes, offset, length),
              () -> bytes.asSlice(offset, length));
      List<ThrowingCallable> writes =
          List.of(
              () -> bytes.copyFrom(offset, other, 0, length),
              () -> bytes.fill(offset, length, (byte) 1));
      reads.forEach(read -> assertThatThrownBy(read).isInstanceOf(IndexOutOfBoundsException.class));
      if (!isReadOnly()) {
        writes.forEach(
            write -> assertThatThrownBy(write).isInstanceOf(IndexOutOfBoundsException.class));
      }
    }
    assertThatThrownBy(() -> bytes.copyTo(0, array, array.length - 1, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(content()).isEqualTo(before);
    assertThat(array).containsOnly(0);
  }

  @Test
  void copiesBetweenAllKinds() throws Exception {
    for (Bytes other : others()) {
      for (int round = 0; round < 50; round++) {
        int length = random.nextInt(SIZE + 1);
        int here = random.nextInt(SIZE - length + 1);
        int there = random.nextInt(SIZE - length + 1);
        byte[] mine = content();
        byte[] theirs = randomBytes(SIZE);
        other.copyFrom(0, theirs, 0, SIZE);

        bytes.copyTo(here, other, there, length);
        System.arraycopy(mine, here, theirs, there, length);
        byte[] actual = new byte[SIZE];
        other.copyTo(0, actual, 0, SIZE);
        assertThat(actual).isEqualTo(theirs);

        if (!isReadOnly()) {
          other.copyFrom(0, randomBytes(SIZE), 0, SIZE);
          other.copyTo(0, theirs, 0, SIZE);
          bytes.copyFrom(here, other, there, length);
          System.arraycopy(theirs, there, mine, here, length);
          assertThat(content()).isEqualTo(mine);
        }
      }
    }
  }

  @Test
  void copiesOntoItself() {
    for (int round = 0; round < 50 && !isReadOnly(); round++) {
      int length = random.nextInt(SIZE + 1);
      int from = random.nextInt(SIZE - length + 1);
      int to = random.nextInt(SIZE - length + 1);
      byte[] expected = content();
      System.arraycopy(expected, from, expected, to, length);
      bytes.copyTo(from, bytes, to, length);
      assertThat(content()).isEqualTo(expected);
    }
  }

  @Test
  void fills() {
    for (int round = 0; round < 50 && !isReadOnly(); round++) {
      int length = random.nextInt(SIZE + 1);
      int from = random.nextInt(SIZE - length + 1);
      byte value = (byte) random.nextInt();
      byte[] expected = content();
      java.util.Arrays.fill(expected, from, from + length, value);
      bytes.fill(from, length, value);
      assertThat(content()).isEqualTo(expected);
    }
  }

  @Test
  void findsTheFirstDifference() {
    for (Bytes other : others()) {
      bytes.copyTo(0, other, 0, SIZE);
      assertThat(bytes.mismatch(other)).isEqualTo(-1);
      assertThat(Bytes.compare(bytes, other)).isZero();
      assertThat(bytes.mismatch(other.asSlice(0, 9))).isEqualTo(9);
      assertThat(Bytes.compare(bytes, other.asSlice(0, 9))).isPositive();
      assertThat(Bytes.compare(other.asSlice(0, 9), bytes)).isNegative();
      for (int at = 0; at < SIZE; at++) {
        byte old = other.getByte(at);
        other.setByte(at, (byte) ~old);
        assertThat(bytes.mismatch(other)).isEqualTo(at);
        assertThat(other.mismatch(bytes)).isEqualTo(at);
        assertThat(bytes.mismatch(0, other, 0, at)).isEqualTo(-1);
        assertThat(bytes.mismatch(at, other, at, SIZE - at)).isZero();
        assertThat(Integer.signum(Bytes.compare(bytes, other)))
            .isEqualTo(Integer.signum(Byte.compareUnsigned(old, (byte) ~old)))
            .isEqualTo(-Integer.signum(Bytes.compare(other, bytes)));
        other.setByte(at, old);
      }
    }
  }

  @Test
  void slicesTheSameMemory() {
    for (int from = 0; from <= SIZE; from++) {
      Bytes slice = bytes.asSlice(from);
      assertThat(slice.byteSize()).isEqualTo(SIZE - from);
      assertThat(slice.accessPath()).isEqualTo(access());
      assertThat(slice.isReadOnly()).isEqualTo(isReadOnly());
      assertThat(slice.asSegment().mismatch(judge.asSlice(from))).isEqualTo(-1);
      assertThatThrownBy(() -> slice.getByte(slice.byteSize()))
          .isInstanceOf(IndexOutOfBoundsException.class);
      if (from < SIZE) {
        assertThat(slice.getByte(0)).isEqualTo(judge.get(ValueLayout.JAVA_BYTE, from));
      }
    }
    Bytes inner = bytes.asSlice(8).asSlice(8, 16);
    assertThat(inner.getLong(8))
        .isEqualTo(
            judge.get(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 24));
    assertThatThrownBy(() -> inner.getLong(9)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void isSeenThroughViews() {
    assertThat(bytes.asSegment().mismatch(judge)).isEqualTo(-1);
    assertThat(bytes.asSegment().isReadOnly()).isEqualTo(isReadOnly());
    if (hasByteBuffer()) {
      ByteBuffer buffer = bytes.asSlice(3).asByteBuffer();
      assertThat(buffer.remaining()).isEqualTo(SIZE - 3);
      assertThat(buffer.isReadOnly()).isEqualTo(isReadOnly());
      assertThat(buffer.getLong(5)).isEqualTo(bytes.getLong(8));
    } else {
      assertThatThrownBy(bytes::asByteBuffer).isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void refusesWritesWhenReadOnly() {
    byte[] before = content();
    Bytes readOnly = bytes.asReadOnly();
    assertThat(readOnly.isReadOnly()).isTrue();
    assertThat(readOnly.asSlice(1).isReadOnly()).isTrue();
    assertThat(readOnly.asSegment().isReadOnly()).isTrue();
    assertThat(readOnly.getLong(8)).isEqualTo(bytes.getLong(8));
    for (Bytes target : List.of(readOnly, readOnly.asSlice(0, SIZE))) {
      for (BiConsumer<Bytes, Long> write : writes()) {
        assertThatThrownBy(() -> write.accept(target, 0L))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
    assertThat(content()).isEqualTo(before);
  }

  private List<BiConsumer<Bytes, Long>> writes() {
    List<BiConsumer<Bytes, Long>> plain =
        List.of(
            (target, at) -> target.setByte(at, (byte) 1),
            (target, at) -> target.setShort(at, (short) 1),
            (target, at) -> target.setChar(at, 'x'),
            (target, at) -> target.setInt(at, 1),
            (target, at) -> target.setLong(at, 1),
            (target, at) -> target.setFloat(at, 1),
            (target, at) -> target.setDouble(at, 1),
            (target, at) -> target.bigEndian().setInt(at, 1),
            (target, at) -> target.fill(at, 1, (byte) 1),
            (target, at) -> target.copyFrom(at, new byte[1], 0, 1),
            (target, at) -> target.copyFrom(at, target, at, 1),
            (target, at) -> target.copyFrom(at, MemorySegment.ofArray(new byte[1]), 0, 1),
            (target, at) -> target.copyFrom(at, ByteBuffer.allocate(1), 0, 1),
            (target, at) -> target.copyFromArray(at, new byte[1], 0, 1));
    List<BiConsumer<Bytes, Long>> atomic =
        List.of(
            (target, at) -> target.atomics().setInt(at, 1),
            (target, at) -> target.atomics().setLong(at, 1),
            (target, at) -> target.atomics().setIntVolatile(at, 1),
            (target, at) -> target.atomics().setLongRelease(at, 1),
            (target, at) -> target.atomics().setLongOpaque(at, 1),
            (target, at) -> target.atomics().compareAndSetInt(at, 1, 1),
            (target, at) -> target.atomics().compareAndExchangeLong(at, 1, 1),
            (target, at) -> target.atomics().getAndSetLong(at, 1),
            (target, at) -> target.atomics().getAndAddInt(at, 1),
            (target, at) -> target.atomics().weakCompareAndSetLong(at, 1, 1),
            (target, at) -> target.atomics().getAndBitwiseXorInt(at, 1),
            (target, at) -> target.atomics().getAndBitwiseOrInt(at, 1));
    return hasAtomics()
        ? java.util.stream.Stream.concat(plain.stream(), atomic.stream()).toList()
        : plain;
  }

  @Test
  void hasAtomicsWhereTheMemoryCan() {
    if (!hasAtomics()) {
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(bytes::atomics)
          .withMessageContaining("byte[]")
          .withMessageContaining("long[]");
      return;
    }
    AtomicBytes atomics = bytes.atomics();
    for (int at = 0; at + 8 <= SIZE; at += 8) {
      assertThat(atomics.getLongVolatile(at))
          .isEqualTo(atomics.getLongAcquire(at))
          .isEqualTo(atomics.getLongOpaque(at))
          .isEqualTo(atomics.getLong(at))
          .isEqualTo(bytes.getLong(at));
      assertThat(atomics.getIntVolatile(at + 4))
          .isEqualTo(atomics.getIntAcquire(at + 4))
          .isEqualTo(atomics.getIntOpaque(at + 4))
          .isEqualTo(atomics.getInt(at + 4))
          .isEqualTo(bytes.getInt(at + 4));
    }
    for (long at : List.of(1L, 2L, 3L, 5L)) {
      assertThatThrownBy(() -> atomics.getIntVolatile(at))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("offset " + at + " is misaligned")
          .hasMessageContaining("multiple of 4");
      assertThatThrownBy(() -> atomics.getInt(at)).hasMessageContaining("offset " + at);
    }
    assertThatThrownBy(() -> atomics.getLongVolatile(4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("offset 4 is misaligned")
        .hasMessageContaining("multiple of 8");
    for (long at : List.of(-8L, (long) SIZE - 4, (long) SIZE, Long.MAX_VALUE - 7, Long.MIN_VALUE)) {
      assertThatThrownBy(() -> atomics.getLongAcquire(at))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> atomics.getLong(at)).isInstanceOf(IndexOutOfBoundsException.class);
    }
    for (long at : List.of(-8L, (long) SIZE, Long.MAX_VALUE - 7, Long.MIN_VALUE)) {
      assertThatThrownBy(() -> atomics.getIntAcquire(at))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    if (!isReadOnly()) {
      updatesAtomically(atomics);
    }
  }

  private void updatesAtomically(AtomicBytes atomics) {
    atomics.setLong(8, 39);
    assertThat(bytes.getLong(8)).isEqualTo(39);
    atomics.setLongVolatile(8, 40);
    assertThat(bytes.getLong(8)).isEqualTo(40);
    atomics.setLongRelease(8, 41);
    assertThat(bytes.getLong(8)).isEqualTo(41);
    atomics.setLongOpaque(8, 42);
    assertThat(atomics.getAndAddLong(8, -2)).isEqualTo(42);
    assertThat(atomics.getAndSetLong(8, 0x1_0000_0001L)).isEqualTo(40);
    assertThat(atomics.compareAndSetLong(8, 5, 6)).isFalse();
    assertThat(atomics.compareAndSetLong(8, 0x1_0000_0001L, 6)).isTrue();
    assertThat(atomics.compareAndExchangeLong(8, 5, 7)).isEqualTo(6);
    assertThat(atomics.compareAndExchangeLong(8, 6, 7)).isEqualTo(6);
    assertThat(atomics.getAndBitwiseOrLong(8, 8)).isEqualTo(7);
    assertThat(atomics.getAndBitwiseAndLong(8, 12)).isEqualTo(15);
    assertThat(atomics.getAndBitwiseXorLong(8, 6)).isEqualTo(12);
    assertThat(atomics.weakCompareAndSetLong(8, 12, 13)).isFalse();
    while (!atomics.weakCompareAndSetLong(8, 10, 12)) {
      assertThat(bytes.getLong(8)).isEqualTo(10);
    }
    assertThat(bytes.getLong(8)).isEqualTo(12);

    bytes.setLong(8, -1);
    atomics.setInt(12, 39);
    assertThat(bytes.getInt(12)).isEqualTo(39);
    atomics.setIntVolatile(12, 40);
    assertThat(bytes.getInt(12)).isEqualTo(40);
    atomics.setIntRelease(12, 41);
    assertThat(bytes.getInt(12)).isEqualTo(41);
    atomics.setIntOpaque(12, 42);
    assertThat(atomics.getAndAddInt(12, -2)).isEqualTo(42);
    assertThat(atomics.getAndSetInt(12, 5)).isEqualTo(40);
    assertThat(atomics.compareAndSetInt(12, 4, 6)).isFalse();
    assertThat(atomics.compareAndSetInt(12, 5, 6)).isTrue();
    assertThat(atomics.compareAndExchangeInt(12, 5, 7)).isEqualTo(6);
    assertThat(atomics.compareAndExchangeInt(12, 6, 7)).isEqualTo(6);
    assertThat(atomics.getAndBitwiseOrInt(12, 8)).isEqualTo(7);
    assertThat(atomics.getAndBitwiseAndInt(12, 12)).isEqualTo(15);
    assertThat(atomics.getAndBitwiseXorInt(12, 6)).isEqualTo(12);
    assertThat(atomics.weakCompareAndSetInt(12, 12, 13)).isFalse();
    while (!atomics.weakCompareAndSetInt(12, 10, 12)) {
      assertThat(bytes.getInt(12)).isEqualTo(10);
    }
    assertThat(bytes.getLong(8)).isEqualTo(0xC_FFFF_FFFFL);
  }
}
