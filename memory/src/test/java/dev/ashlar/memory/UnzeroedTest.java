// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// Runs with the JDK's method exported, and without.
final class UnzeroedTest {
  @Test
  void knowsWhetherItIsSupported() {
    boolean exported =
        Object.class.getModule().isExported("jdk.internal.misc", Unzeroed.class.getModule());
    assertThat(Unzeroed.isSupported()).isEqualTo(exported);
  }

  /// The judge is a `List`, appended to in the same order.
  @Test
  void bytesComeOutAsAppended(TestReporter reporter) {
    long seed = Long.getLong("seed", System.nanoTime());
    reporter.publishEntry("seed", Long.toString(seed));
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      int length = random.nextInt(300);
      List<Byte> expected = new ArrayList<>();
      byte[] actual =
          Unzeroed.bytes(
              length,
              sink -> {
                while (sink.remaining() > 0 && random.nextInt(12) > 0) {
                  appendSomething(sink, expected, random);
                  assertThat(sink.position()).isEqualTo(expected.size());
                  assertThat(sink.remaining()).isEqualTo(length - expected.size());
                }
              });
      assertThat(actual).hasSize(length);
      for (int i = 0; i < length; i++) {
        assertThat(actual[i]).isEqualTo(i < expected.size() ? expected.get(i) : 0);
      }
      soilTheHeap(length);
    }
  }

  private static void appendSomething(ByteSink sink, List<Byte> expected, Random random) {
    int room = sink.remaining();
    int length = random.nextInt(room + 1);
    byte[] some = new byte[length + 5];
    random.nextBytes(some);
    switch (random.nextInt(8)) {
      case 0 -> {
        sink.append(some[0]);
        expected.add(some[0]);
      }
      case 1 -> {
        sink.append(some, 3, length);
        addAll(expected, some, 3, length);
      }
      case 2 -> {
        sink.append(Bytes.of(some), 2, length);
        addAll(expected, some, 2, length);
      }
      case 3 -> {
        sink.fill(some[0], length);
        for (int i = 0; i < length; i++) {
          expected.add(some[0]);
        }
      }
      case 4 -> {
        int last = Math.min(expected.size(), 1 + random.nextInt(9));
        int times = last == 0 ? 3 : room / last;
        sink.repeat(last, times);
        List<Byte> tail = List.copyOf(expected.subList(expected.size() - last, expected.size()));
        for (int i = 0; i < times; i++) {
          expected.addAll(tail);
        }
      }
      case 5 -> {
        if (room >= 8) {
          long value = random.nextLong();
          sink.appendLong(value);
          addLittleEndian(expected, value, 8);
        }
      }
      case 6 -> {
        if (room >= 4) {
          int value = random.nextInt();
          sink.appendInt(value);
          addLittleEndian(expected, value, 4);
        }
      }
      default -> {
        if (room >= 2) {
          short value = (short) random.nextInt();
          sink.appendShort(value);
          addLittleEndian(expected, value, 2);
        }
      }
    }
  }

  private static void addAll(List<Byte> expected, byte[] some, int from, int length) {
    for (int i = 0; i < length; i++) {
      expected.add(some[from + i]);
    }
  }

  private static void addLittleEndian(List<Byte> expected, long value, int width) {
    for (int i = 0; i < width; i++) {
      expected.add((byte) (value >> (8 * i)));
    }
  }

  /// So that an array which nobody zeroed would show something.
  private static void soilTheHeap(int length) {
    byte[] soil = new byte[length + 8];
    Arrays.fill(soil, (byte) 0x5A);
    assertThat(soil[length]).isEqualTo((byte) 0x5A);
  }

  @Test
  void whatIsNotAppendedIsZero() {
    // Big arrays lie beside the thread's own buffer, on regions that were used before.
    for (int round = 0; round < 50; round++) {
      for (int length : List.of(2, 100, 10_000, 3_000_000)) {
        soilTheHeap(length);
        assertThat(Arrays.equals(Unzeroed.bytes(length, _ -> {}), new byte[length])).isTrue();
        soilTheHeap(length);
        char[] chars = Unzeroed.chars(length / 2, sink -> sink.append('x'));
        assertThat(chars[0]).isEqualTo('x');
        assertThat(Arrays.mismatch(chars, new char[length / 2])).isZero();
        chars[0] = 0;
        assertThat(Arrays.equals(chars, new char[length / 2])).isTrue();
        soilTheHeap(length);
        long[] longs = Unzeroed.longs(length / 8 + 1, sink -> sink.append(-1));
        assertThat(longs[0]).isEqualTo(-1);
        longs[0] = 0;
        assertThat(Arrays.equals(longs, new long[length / 8 + 1])).isTrue();
      }
    }
  }

  @Test
  void charsComeOutAsAppended() {
    char[] actual =
        Unzeroed.chars(
            20,
            sink -> {
              sink.append('a');
              sink.append("xbcdx", 1, 4);
              sink.append(new char[] {'x', 'e', 'f'}, 1, 2);
              sink.fill('\u20AC', 3);
              sink.repeat(2, 3);
            });
    assertThat(actual).isEqualTo(("abcdef" + "\u20AC".repeat(9) + "\0".repeat(5)).toCharArray());
  }

  @Test
  void longsComeOutAsAppended() {
    long[] actual =
        Unzeroed.longs(
            8,
            sink -> {
              sink.append(1);
              sink.append(new long[] {0, 2, 3}, 1, 2);
              sink.fill(4, 2);
              sink.repeat(5, 0);
            });
    assertThat(actual).containsExactly(1, 2, 3, 4, 4, 0, 0, 0);
  }

  @Test
  void refusesMoreThanThereIsRoomFor() {
    byte[] actual =
        Unzeroed.bytes(
            10,
            sink -> {
              sink.append(new byte[] {1, 2, 3, 4, 5, 6, 7}, 0, 7);
              byte[] four = new byte[4];
              assertThatExceptionOfType(IndexOutOfBoundsException.class)
                  .isThrownBy(() -> sink.append(four, 0, 4))
                  .withMessageContaining("7")
                  .withMessageContaining("4")
                  .withMessageContaining("10");
              List<Runnable> tooMuch =
                  List.of(
                      () -> sink.fill((byte) 1, 4),
                      () -> sink.fill((byte) 1, -1),
                      () -> sink.appendInt(1),
                      () -> sink.appendLong(1),
                      () -> sink.append(Bytes.of(four), 0, 4),
                      () -> sink.append(Bytes.of(four), 2, 3),
                      () -> sink.append(four, 2, 3),
                      () -> sink.append(four, 0, -1),
                      () -> sink.repeat(2, 2),
                      () -> sink.repeat(1, -1),
                      () -> sink.repeat(8, 1),
                      () -> sink.repeat(7, Integer.MAX_VALUE),
                      () -> sink.repeat(7, Integer.MIN_VALUE),
                      () -> sink.repeat(-1, 1));
              for (Runnable append : tooMuch) {
                assertThatThrownBy(append::run).isInstanceOf(IndexOutOfBoundsException.class);
              }
            });
    assertThat(actual).containsExactly(1, 2, 3, 4, 5, 6, 7, 0, 0, 0);
  }

  @Test
  void theSinkEndsWithItsFiller() throws Exception {
    AtomicBoolean checked = new AtomicBoolean();
    List<ByteSink> leaked = new ArrayList<>();
    byte[] array =
        Unzeroed.bytes(
            4,
            sink -> {
              sink.append((byte) 1);
              leaked.add(sink);
            });
    ByteSink sink = leaked.getFirst();
    List<Runnable> uses =
        List.of(
            () -> sink.append((byte) 2),
            () -> sink.append(new byte[1], 0, 1),
            () -> sink.append(Bytes.of(new byte[1]), 0, 1),
            () -> sink.fill((byte) 2, 1),
            () -> sink.repeat(1, 1),
            () -> sink.appendShort((short) 1),
            sink::position,
            sink::remaining);
    for (Runnable use : uses) {
      assertThatThrownBy(use::run).isInstanceOf(IllegalStateException.class);
    }
    Thread other =
        Thread.ofPlatform()
            .start(() -> {
              for (Runnable use : uses) {
                assertThatThrownBy(use::run).isInstanceOf(IllegalStateException.class);
              }
              checked.set(true);
            });
    other.join();
    assertThat(checked).isTrue();
    assertThat(array).containsExactly(1, 0, 0, 0);
  }

  @Test
  void theSinkBelongsToTheThreadThatFills() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    byte[] array =
        Unzeroed.bytes(
            2,
            sink -> {
              Thread other =
                  Thread.ofPlatform()
                      .start(() -> {
                        try {
                          sink.append((byte) 9);
                        } catch (RuntimeException wrongThread) {
                          thrown.set(wrongThread);
                        }
                      });
              other.join();
              sink.append((byte) 1);
            });
    assertThat(thrown.get()).isInstanceOf(WrongThreadException.class);
    assertThat(array).containsExactly(1, 0);
  }

  @Test
  void whatTheFillerThrowsComesThroughAndTheSinkEnds() {
    List<ByteSink> leaked = new ArrayList<>();
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() ->
            Unzeroed.bytes(
                4,
                sink -> {
                  leaked.add(sink);
                  throw new IOException("planned");
                }))
        .withMessage("planned");
    assertThatThrownBy(() -> leaked.getFirst().append((byte) 1))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refusesNegativeLengths() {
    assertThatThrownBy(() -> Unzeroed.bytes(-1, _ -> {}))
        .isInstanceOf(NegativeArraySizeException.class);
    assertThatThrownBy(() -> Unzeroed.chars(-1, _ -> {}))
        .isInstanceOf(NegativeArraySizeException.class);
    assertThatThrownBy(() -> Unzeroed.longs(-1, _ -> {}))
        .isInstanceOf(NegativeArraySizeException.class);
  }

  /// A sink's field would show the array to reflection, if the module let it in. (On the class path
  /// it can be reached; but there the export is for all, and anyone can make such arrays himself.)
  @Test
  void theModuleIsNotOpenToReflection() {
    Module module = Unzeroed.class.getModule();
    if (module.isNamed()) {
      assertThat(module.getDescriptor().isOpen()).isFalse();
      assertThat(module.getDescriptor().opens()).isEmpty();
    }
  }
}
