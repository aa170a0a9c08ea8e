// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ScratchPoolTest {
  private static final List<String> TEXTS =
      List.of(
          "plain",
          "The quick brown fox jumps over the lazy dog, twice.",
          "Gr\u00FC\u00DFe an alle, die es h\u00F6ren wollen, und an die andern auch",
          "\u4E2D\u6587 \uD83D\uDE00 \uD83D");

  private static final List<byte[]> ENCODED =
      TEXTS.stream().map(text -> text.getBytes(UTF_8)).toList();

  /// Takes all the scratch that this thread could get, to be released by the caller.
  static Deque<Scratch> takeAllOfThisThread() {
    Deque<Scratch> taken = new ArrayDeque<>();
    Scratch scratch = ScratchPool.tryAcquire();
    while (scratch != null && taken.size() <= ScratchPool.SLOTS) {
      taken.add(scratch);
      scratch = ScratchPool.tryAcquire();
    }
    return taken;
  }

  @Test
  void aScratchIsTakenOnceOnly() {
    Deque<Scratch> taken = takeAllOfThisThread();
    try {
      assertThat(taken).isNotEmpty().doesNotHaveDuplicates();
      assertThat(taken.size()).isLessThanOrEqualTo(ScratchPool.SLOTS);
      assertThat(ScratchPool.tryAcquire()).isNull();
    } finally {
      taken.forEach(ScratchPool::release);
    }
    Deque<Scratch> again = takeAllOfThisThread();
    again.forEach(ScratchPool::release);
    assertThat(again).containsExactlyInAnyOrderElementsOf(taken);
  }

  @Test
  void withoutScratchEverythingWorks() {
    Deque<Scratch> taken = takeAllOfThisThread();
    try {
      byte[] target = new byte[200];
      for (int i = 0; i < TEXTS.size(); i++) {
        String text = TEXTS.get(i);
        byte[] encoded = ENCODED.get(i);
        String decoded = new String(encoded, UTF_8);
        assertThat(Utf8.encodedLength(text)).isEqualTo(encoded.length);
        assertThat(Utf8.encode(text, target, 3)).isEqualTo(encoded.length);
        assertThat(Arrays.copyOfRange(target, 3, 3 + encoded.length)).isEqualTo(encoded);
        assertThat(Utf8.decode(target, 3, encoded.length)).isEqualTo(decoded);
        for (Memory.Kind kind : Memory.Kind.values()) {
          Memory memory = kind.allocate(encoded.length);
          assertThat(memory.encode(Route.SHARED, text, 0, Malformed.REPLACE))
              .isEqualTo(encoded.length);
          assertThat(memory.bytes()).isEqualTo(encoded);
          memory.fill((byte) 0);
          assertThat(memory.encodeInto(Route.SHARED, text, 0, 0, encoded.length))
              .isEqualTo((long) text.length() << 32 | encoded.length);
          assertThat(memory.bytes()).isEqualTo(encoded);
          assertThat(memory.decode(0, encoded.length, Malformed.REPORT)).isEqualTo(decoded);
          assertThat(memory.isValid()).isTrue();
          assertThat(memory.isAscii()).isEqualTo(i < 2);
        }
      }
    } finally {
      taken.forEach(ScratchPool::release);
    }
  }

  @Test
  void aFailedCallGivesItsScratchBack() {
    int before = countOfThisThread();
    byte[] small = new byte[1];
    String lone = "a lone \uD83D and more than thirty-two chars behind it";
    for (int i = 0; i < 100; i++) {
      Class<?> noRoom = failure(() -> Utf8.encode("too long", small, 0));
      Class<?> malformed = failure(() -> Utf8.encodedLength(lone, Malformed.REPORT));
      Class<?> bad = failure(() -> Utf8.decode(new byte[] {-1}, 0, 1, Malformed.REPORT));
      Class<?> outside = failure(() -> Utf8.encodeInto("abc", 0, small, 0, 2));
      assertThat(List.of(noRoom, outside)).containsOnly(IndexOutOfBoundsException.class);
      assertThat(List.of(malformed, bad)).containsOnly(MalformedTextException.class);
    }
    assertThat(countOfThisThread()).isEqualTo(before);
  }

  private static Class<?> failure(Runnable call) {
    try {
      call.run();
      return void.class;
    } catch (RuntimeException e) {
      return e.getClass();
    }
  }

  private static int countOfThisThread() {
    Deque<Scratch> taken = takeAllOfThisThread();
    taken.forEach(ScratchPool::release);
    return taken.size();
  }

  @Test
  void aMillionVirtualThreads() throws InterruptedException {
    int threads = 1_000_000;
    Set<Scratch> seen =
        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    AtomicLong wrong = new AtomicLong();
    // Not all at once: what is parked costs memory, and shows nothing.
    Semaphore running = new Semaphore(5_000);
    for (int i = 0; i < threads; i++) {
      int which = i % TEXTS.size();
      running.acquire();
      Thread.startVirtualThread(() -> {
        try {
          if (!encodesRight(which) || Thread.interrupted()) {
            wrong.incrementAndGet();
          }
          Scratch scratch = ScratchPool.tryAcquire();
          if (scratch != null) {
            seen.add(scratch);
            ScratchPool.release(scratch);
          }
        } catch (Throwable e) {
          wrong.incrementAndGet();
        } finally {
          running.release();
        }
      });
    }
    running.acquire(5_000);
    assertThat(wrong).hasValue(0);
    assertThat(seen).isNotEmpty();
    assertThat(seen.size()).isLessThanOrEqualTo(ScratchPool.SLOTS);
  }

  /// More threads than slots, all the time: every second call finds others at its scratch.
  @Test
  void manyPlatformThreads() throws InterruptedException {
    int threads = 2 * ScratchPool.SLOTS;
    AtomicLong wrong = new AtomicLong();
    CountDownLatch together = new CountDownLatch(threads);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (int thread = 0; thread < threads; thread++) {
        executor.execute(() -> {
          together.countDown();
          for (int i = 0; i < 20_000; i++) {
            if (!encodesRight(i % TEXTS.size())) {
              wrong.incrementAndGet();
            }
          }
        });
      }
      together.await();
    }
    assertThat(wrong).hasValue(0);
  }

  private static boolean encodesRight(int which) {
    byte[] expected = ENCODED.get(which);
    byte[] target = new byte[expected.length + 1];
    int length = Utf8.encode(TEXTS.get(which), target, 0);
    return length == expected.length
        && target[length] == 0
        && Arrays.mismatch(target, expected) == length
        && Utf8.decode(target, 0, length).equals(new String(expected, UTF_8));
  }
}
