// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.turns;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Gives turns to the JVMs of a round.
///
/// A JVM reports that it is ready after its warm-up, and again after each slice, when JMH has
/// stored the slice's result. When all JVMs are ready, cycles begin. In each cycle, every JVM has
/// one slice, in random order. So slices with the same number are neighbors in time. The ratio of
/// such slices does not depend on the speed of the machine at that time.
///
/// While a JVM has its turn, the other JVMs and their compilers wait in the kernel. Their
/// collectors and safepoints may still work. A slice is disturbed if the waiting JVMs used more
/// than [#NEIGHBORS_SHARE] of its time.
public final class Turns implements AutoCloseable {
  /// The share of a slice's time that waiting JVMs may use.
  private static final double NEIGHBORS_SHARE = 0.01;

  private final ServerSocket server;
  private final Participant[] participants;
  private final BlockingQueue<Participant> events = new LinkedBlockingQueue<>();
  private final Random random;
  private volatile boolean over;

  /// A JVM of the round, or its place before it connects. One thread reads the socket, and another
  /// thread waits for the end of the JVM. Each of them changes the state first, and then adds the
  /// participant to the events.
  private static final class Participant {
    private final BitSet disturbed = new BitSet();
    private volatile long pid;
    private volatile @Nullable Socket socket;
    private volatile boolean ready;
    private volatile boolean gone;

    private void grant() {
      ready = false;
      try {
        Objects.requireNonNull(socket).getOutputStream().write(Turn.READY);
      } catch (IOException e) {
        gone = true;
      }
    }

    private long nanos() {
      return gone || pid == 0 ? ProcessClock.UNKNOWN : ProcessClock.nanos(pid);
    }
  }

  /// Begins a round.
  ///
  /// @param count the number of JVMs
  /// @param random draws the order of each cycle
  public Turns(int count, Random random) throws IOException {
    this.random = random;
    participants = new Participant[count];
    Arrays.setAll(participants, _ -> new Participant());
    server = new ServerSocket(0, count, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("turns").start(this::accept);
  }

  /// {@return the JVM flag with which a JVM takes part}
  public String flag(int participant) {
    return "-D" + Turn.ADDRESS + "=" + server.getLocalPort() + ":" + participant;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread.ofPlatform().daemon().name("turns").start(() -> listen(socket));
      }
    } catch (IOException e) {
      // The round is over.
    }
  }

  private void listen(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      DataInputStream input = new DataInputStream(socket.getInputStream());
      int number = input.readInt();
      if (number < 0 || number >= participants.length) {
        return;
      }
      Participant participant = participants[number];
      participant.pid = input.readLong();
      participant.socket = socket;
      // `close` closes what it finds, and this what came too late for it.
      while (!over && input.read() == Turn.READY) {
        participant.ready = true;
        events.add(participant);
      }
    } catch (IOException e) {
      // The JVM has ended, or the round is over: `ended` or `close` is called for it.
    }
  }

  /// Records that the JVM of a participant has ended. Any thread may call this.
  public void ended(int participant) {
    participants[participant].gone = true;
    events.add(participants[participant]);
  }

  /// Waits until all JVMs are ready, and gives `cycles` turns to each JVM that has not ended.
  public void conduct(int cycles) throws InterruptedException {
    for (Participant one : participants) {
      await(one);
    }
    List<Participant> order = new ArrayList<>(List.of(participants));
    for (int cycle = 0; cycle < cycles; cycle++) {
      Collections.shuffle(order, random);
      for (Participant one : order) {
        if (!one.gone) {
          long[] before = times();
          long start = System.nanoTime();
          one.grant();
          await(one);
          long nanos = System.nanoTime() - start;
          if (neighbors(one, before, times()) > NEIGHBORS_SHARE * nanos) {
            one.disturbed.set(cycle);
          }
        }
      }
    }
  }

  private void await(Participant one) throws InterruptedException {
    while (!one.ready && !one.gone) {
      events.take();
    }
  }

  private long[] times() {
    return Arrays.stream(participants).mapToLong(Participant::nanos).toArray();
  }

  private long neighbors(Participant measured, long[] before, long[] after) {
    return IntStream.range(0, participants.length)
        .filter(i -> participants[i] != measured)
        .filter(i -> before[i] != ProcessClock.UNKNOWN && after[i] != ProcessClock.UNKNOWN)
        .mapToLong(i -> after[i] - before[i])
        .sum();
  }

  /// {@return the numbers of the participant's disturbed slices, from 0}
  public BitSet disturbed(int participant) {
    return (BitSet) participants[participant].disturbed.clone();
  }

  /// Ends the round: JVMs that wait for a turn continue without one.
  @Override
  public void close() throws IOException {
    over = true;
    server.close();
    for (Participant one : participants) {
      Socket socket = one.socket;
      if (socket != null) {
        socket.close();
      }
    }
  }

  /// The processor time that all threads of a process have used, in nanoseconds.
  ///
  /// Linux has a clock for each process (clock_getcpuclockid(3)). `/proc` and the JDK report this
  /// time in ticks of 10 ms, and a slice may be as short as one tick.
  static final class ProcessClock {
    static final long UNKNOWN = -1;

    private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

    /// The kernel's CPUCLOCK_SCHED, for the time of a whole process. A clock id has this number in
    /// its low bits, below the inverted process id.
    private static final int SCHEDULED = 2;

    private static final int ID_SHIFT = 3;

    private ProcessClock() {}

    /// {@return the time of a process; [#UNKNOWN] if the process has ended, or if this is not
    /// Linux}
    static long nanos(long pid) {
      return IS_LINUX ? Linux.nanos(pid) : UNKNOWN;
    }

    private static final class Linux {
      private static final MethodHandle CLOCK_GETTIME =
          Linker.nativeLinker()
              .downcallHandle(
                  Linker.nativeLinker().defaultLookup().findOrThrow("clock_gettime"),
                  FunctionDescriptor.of(
                      ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

      static long nanos(long pid) {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);
          int clock = (int) (~pid << ID_SHIFT | SCHEDULED);
          if ((int) CLOCK_GETTIME.invokeExact(clock, time) != 0) {
            return UNKNOWN;
          }
          return TimeUnit.SECONDS.toNanos(time.getAtIndex(ValueLayout.JAVA_LONG, 0))
              + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
        } catch (Throwable e) {
          throw new LinkageError("clock_gettime", e);
        }
      }
    }
  }
}
