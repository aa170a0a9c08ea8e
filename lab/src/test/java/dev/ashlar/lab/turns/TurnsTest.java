// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.lab.turns.Turns.ProcessClock;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Threads stand in for the measured JVMs.
@Timeout(60)
class TurnsTest {
  private static final int CYCLES = 20;

  private final Set<Integer> working = ConcurrentHashMap.newKeySet();
  private final List<Integer> done = Collections.synchronizedList(new ArrayList<>());

  @Test
  void oneAtATimeAndEachOnceInACycle() throws Exception {
    long seed = System.nanoTime();
    List<Future<?>> ends = new ArrayList<>();
    try (ExecutorService jvms = Executors.newCachedThreadPool();
        Turns turns = new Turns(3, new Random(seed))) {
      for (int i = 0; i < 3; i++) {
        Turn turn = turn(turns, i);
        int number = i;
        ends.add(jvms.submit(() -> slices(turn, number, CYCLES)));
      }
      turns.conduct(CYCLES);
    }
    for (Future<?> end : ends) {
      end.get();
    }
    assertThat(done).as("seed %d", seed).hasSize(3 * CYCLES);
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      assertThat(done.subList(3 * cycle, 3 * cycle + 3))
          .as("cycle %d, seed %d", cycle, seed)
          .containsExactlyInAnyOrder(0, 1, 2);
    }
  }

  /// One JVM never comes, one ends in the middle, and the third has all of its slices.
  @Test
  void aJvmThatEndsIsNotWaitedFor() throws Exception {
    Future<?> crashed;
    Future<?> end;
    try (ExecutorService jvms = Executors.newCachedThreadPool();
        Turns turns = new Turns(3, new Random(1))) {
      turns.ended(0);
      Turn crashing = turn(turns, 1);
      Turn turn = turn(turns, 2);
      crashed =
          jvms.submit(() -> {
            try {
              return slices(crashing, 1, 2);
            } finally {
              turns.ended(1);
            }
          });
      end = jvms.submit(() -> slices(turn, 2, CYCLES));
      turns.conduct(CYCLES);
    }
    crashed.get();
    end.get();
    assertThat(Collections.frequency(done, 1)).isEqualTo(2);
    assertThat(Collections.frequency(done, 2)).isEqualTo(CYCLES);
  }

  /// A run that is killed leaves no JVM that waits for ever.
  @Test
  void withoutTheRunNobodyWaits() throws Exception {
    Turns turns = new Turns(1, new Random(1));
    Turn turn = turn(turns, 0);
    turns.close();
    turn.await();
    turn.await();
  }

  @Test
  void whatIsNoParticipantIsPassedOver() throws Exception {
    try (Turns turns = new Turns(1, new Random(1))) {
      int port = Integer.parseInt(turns.flag(0).replaceAll(".*=(\\d+):0", "$1"));
      try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
        new DataOutputStream(stranger.getOutputStream()).writeInt(77);
      }
      turns.ended(0);
      turns.conduct(CYCLES);
      assertThat(turns.disturbed(0).isEmpty()).isTrue();
    }
  }

  /// Linux counts what this process has used; elsewhere nobody does.
  @Test
  void theClockOfAProcess() {
    long pid = ProcessHandle.current().pid();
    long before = ProcessClock.nanos(pid);
    long end = System.nanoTime() + 20_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    long used = ProcessClock.nanos(pid) - before;
    if (System.getProperty("os.name").equals("Linux")) {
      assertThat(used).isPositive();
    } else {
      assertThat(used).isZero();
    }
  }

  private static Turn turn(Turns turns, int participant) throws IOException {
    String flag = turns.flag(participant);
    return Turn.at(flag.substring(flag.indexOf('=') + 1));
  }

  private Void slices(Turn turn, int number, int count) throws IOException {
    for (int slice = 0; slice < count; slice++) {
      turn.await();
      working.add(number);
      assertThat(working).containsExactly(number);
      done.add(number);
      working.remove(number);
    }
    turn.await();
    return null;
  }
}
