// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.ShortStack;
import dev.ashlar.testing.Slow;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// What fails for want of stack or heap, at whatever call inside, leaves everything as it was.
@ExtendWith(Seeded.class)
@Timeout(300)
class ShortOfMemoryTest {
  private static final int BUILDERS = Slow.times(2, 6);
  private static final int CALLS = 12;
  private static final int TEXTS = Slow.times(2, 5);

  /// So many frames are enough for any call.
  private static final int MANY = 1_000;

  @Test
  void aBuilderOnAShortStack(RandomGenerator random) throws Throwable {
    builders(random, 20, MANY);
    ShortStack.inSmallThread(() -> {
      int scratches = scratchesOfThisThread();
      assertThat(builders(random, BUILDERS, 0)).isGreaterThan(BUILDERS);
      assertThat(scratchesOfThisThread()).isEqualTo(scratches);
    });
  }

  /// @param firstFrames where the first attempt at a call is made, above the end of the stack
  /// @return the number of calls that failed
  private static int builders(RandomGenerator random, int count, int firstFrames) {
    int failures = 0;
    for (int round = 0; round < count; round++) {
      Utf8Builder actual = new Utf8Builder(random.nextInt(64));
      StringBuilder expected = new StringBuilder();
      for (int i = 0; i < CALLS; i++) {
        BuilderCall call = BuilderCall.random(random, expected);
        failures += callOnShortStack(call, actual, firstFrames);
        call.expected().accept(expected);
        requireEqual(call, actual, expected);
      }
    }
    return failures;
  }

  private static int callOnShortStack(BuilderCall call, Utf8Builder builder, int firstFrames) {
    int failures = 0;
    byte[] before = builder.toByteArray();
    int capacity = builder.capacity();
    for (int frames = firstFrames; ; frames++) {
      Throwable thrown = ShortStack.attempt(frames, () -> call.actual().accept(builder));
      if (thrown == null) {
        return failures;
      }
      failures++;
      requireOverflow(thrown);
      assertArrayEquals(before, builder.toByteArray(), call.name());
      assertThat(builder.capacity()).as(call.name()).isEqualTo(capacity);
    }
  }

  private static void requireOverflow(Throwable thrown) {
    if (!(thrown instanceof StackOverflowError)) {
      throw new AssertionError("on a short stack", thrown);
    }
  }

  private static void requireEqual(BuilderCall call, Utf8Builder actual, StringBuilder expected) {
    assertArrayEquals(expected.toString().getBytes(UTF_8), actual.toByteArray(), call.name());
  }

  @Test
  void conversionsOnAShortStack(RandomGenerator random) throws Throwable {
    conversions(random, 200, MANY);
    ShortStack.inSmallThread(() -> {
      int scratches = scratchesOfThisThread();
      assertThat(conversions(random, TEXTS, 0)).isGreaterThan(TEXTS);
      assertThat(scratchesOfThisThread()).isEqualTo(scratches);
    });
  }

  private static int conversions(RandomGenerator random, int count, int firstFrames) {
    int failures = 0;
    Utf8.Encoder encoder = Utf8.encoder();
    byte[] usual = new byte[8_000];
    for (int round = 0; round < count; round++) {
      String text = Seeded.oneOf(random, Content.values()).text(random, random.nextInt(2_500));
      byte[] expected = text.getBytes(UTF_8);
      byte[] target = random.nextInt(70) == 0 ? new byte[expected.length] : usual;
      Memory memory = Seeded.oneOf(random, Memory.Kind.values()).allocate(expected.length);
      List<ShortStack.Attempt> calls =
          List.of(
              () -> require(encoder.encode(text, target, 0) == expected.length),
              () -> require(Utf8.encode(text, target, 0) == expected.length),
              () -> require(Utf8.encodedLength(text) == expected.length),
              () -> memory.encode(Route.SHARED, text, 0, Malformed.REPLACE),
              () -> memory.encodeInto(Route.SHARED, text, 0, 0, expected.length),
              () -> require(Utf8.decode(expected, 0, expected.length).equals(decoded(expected))),
              () -> memory.decode(0, expected.length, Malformed.REPLACE),
              () -> require(memory.isValid()));
      for (ShortStack.Attempt call : calls) {
        Arrays.fill(usual, (byte) 0);
        int frames = firstFrames;
        for (Throwable thrown; (thrown = ShortStack.attempt(frames, call)) != null; frames++) {
          requireOverflow(thrown);
          failures++;
        }
      }
      int size = encoder.encode(text, target, 0);
      assertArrayEquals(expected, Arrays.copyOf(target, size));
      assertArrayEquals(expected, memory.bytes());
    }
    return failures;
  }

  private static String decoded(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new AssertionError();
    }
  }

  private static int scratchesOfThisThread() {
    Deque<Scratch> taken = ScratchPoolTest.takeAllOfThisThread();
    taken.forEach(ScratchPool::release);
    return taken.size();
  }

  /// The array of the usual target, and the buffer of it, go together.
  @Test
  void theUsualTargetOfAnEncoderChanges() throws Throwable {
    String text = "sixty chars that go to the usual target without any detour..";
    byte[] first = new byte[200];
    byte[] second = new byte[200];
    Runnable manyTimes =
        () -> {
          Utf8.Encoder encoder = Utf8.encoder();
          for (int i = 0; i < 100; i++) {
            encoder.encode(text, first, 0);
          }
        };
    manyTimes.run();
    ShortStack.inSmallThread(() -> {
      for (int frames = 0; frames < 30; frames += Slow.times(3, 1)) {
        Utf8.Encoder encoder = Utf8.encoder();
        for (int i = 0; i < 100; i++) {
          encoder.encode(text, first, 0);
        }
        for (int i = 0; i < 70; i++) {
          ShortStack.attempt(frames, () -> encoder.encode(text, second, 0));
        }
        Arrays.fill(first, (byte) 0);
        encoder.encode(text, second, 0);
        assertThat(first).containsOnly(0);
        assertThat(new String(second, 0, text.length(), UTF_8)).isEqualTo(text);
      }
    });
  }

  @Test
  void aBuilderInAFullHeap() throws Exception {
    ChildJvm.run(
        "full-heap", 240, List.of("-Xmx24m", "-XX:+UseSerialGC"), FullHeap.class.getName());
  }

  /// Appends to builders while the rest of the heap is taken by something else.
  static final class FullHeap {
    private static final int ROUNDS = 80;
    private static final String LATER = "\uDE00";

    private FullHeap() {}

    public static void main(String[] arguments) {
      long seed = Long.getLong("ashlar.seed", System.nanoTime());
      System.out.println("to repeat: -Dashlar.seed=" + seed);
      RandomGenerator random = RandomGeneratorFactory.of("SplittableRandom").create(seed);
      int failures = 0;
      for (int round = 0; round < ROUNDS; round++) {
        failures += round(random) ? 0 : 1;
      }
      if (failures < ROUNDS / 10 || failures > ROUNDS * 9 / 10) {
        throw new AssertionError(failures + " of " + ROUNDS + " appends failed");
      }
    }

    /// {@return whether the append succeeded}
    private static boolean round(RandomGenerator random) {
      Utf8Builder builder =
          new Utf8Builder().append("x".repeat(random.nextInt(100_000)) + "\uD83D");
      int length = builder.length();
      int capacity = builder.capacity();
      int chars = 300_000 + random.nextInt(700_000);
      String text = random.nextBoolean() ? "\u00E9".repeat(chars) : "\u4E2D".repeat(chars / 2);
      boolean appended = false;
      byte[] @Nullable [] ballast = ballast(4_000_000);
      try {
        append(random.nextInt(4), builder, text);
        appended = true;
      } catch (OutOfMemoryError full) {
        require(builder.length() == length, "length");
        require(builder.capacity() == capacity, "capacity");
      }
      require(ballast != null, "the heap was full until here");
      ballast = null;
      if (!appended) {
        builder.append(LATER);
        require(builder.length() == length + 3, "the pair was completed");
        require(builder.toString().endsWith("\uD83D\uDE00"), "the pair is whole");
      }
      return appended;
    }

    private static void append(int which, Utf8Builder builder, String text) {
      switch (which) {
        case 0 -> builder.append(text);
        case 1 -> builder.appendReplacing(text, 'x', 'y');
        case 2 -> builder.repeat(text, 2);
        default -> builder.appendCodePoints(text.codePoints().toArray(), 0, text.length());
      }
    }

    /// Leaves about `left` bytes of the heap.
    private static byte[] @Nullable [] ballast(int left) {
      byte[][] blocks = new byte[1_000][];
      byte[] spare = new byte[left];
      int count = 0;
      try {
        while (spare.length > 0) {
          blocks[count] = new byte[100_000];
          count++;
        }
      } catch (OutOfMemoryError full) {
        return Arrays.copyOf(blocks, count);
      }
      return blocks;
    }

    private static void require(boolean condition, String what) {
      if (!condition) {
        throw new AssertionError(what);
      }
    }
  }
}
