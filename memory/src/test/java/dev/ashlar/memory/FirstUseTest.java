// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the first use of a part loads and says, in a JVM that has not used any.
final class FirstUseTest {
  private static final String LINKER = "jdk.internal.foreign.abi.AbstractLinker";
  private static final String RECORDER = "jdk.jfr.internal.MetadataRepository";
  private static final String WARMUP = "dev.ashlar.memory.ProfileWarmup";
  private static final String GRANTED = "--enable-native-access=ALL-UNNAMED";

  @Test
  void onTheHeapNothingNativeIsLoaded() throws Exception {
    assertThat(run("heap", GRANTED))
        .doesNotContain(
            LINKER, RECORDER, WARMUP + " ", "AllMemory", "dev.ashlar.memory.NativeSegments");
  }

  @Test
  void stackAndPoolLoadNoLinkerAndNoRecorder() throws Exception {
    assertThat(run("stack", GRANTED)).doesNotContain(LINKER, RECORDER, WARMUP + " ");
    assertThat(run("pool", GRANTED)).doesNotContain(LINKER, RECORDER, WARMUP + " ");
  }

  @Test
  void profilesAreWarmedUpUnlessSwitchedOff() throws Exception {
    assertThat(run("native", GRANTED)).contains("warmup true");
    assertThat(run("native", GRANTED, "-Ddev.ashlar.profileWarmup=false")).contains("warmup false");
  }

  @Test
  void aForgottenFlagIsLoggedOnce() throws Exception {
    assertThat(run("native"))
        .containsOnlyOnce("slower than they could be: start Java with " + GRANTED);
    assertThat(run("stack"))
        .containsOnlyOnce("will deny it without the flag: start Java with " + GRANTED);
    assertThat(run("pool"))
        .containsOnlyOnce("will deny it without the flag: start Java with " + GRANTED);
    assertThat(run("all"))
        .containsOnlyOnce("Bytes of native memory are slower than they could be: start Java with")
        .containsOnlyOnce("NativeStack uses native memory;")
        .containsOnlyOnce("NativePool uses native memory;");
    assertThat(run("heap")).doesNotContain("enable-native-access");
    assertThat(run("native", GRANTED)).doesNotContain("start Java with");
  }

  /// Nor its class loader, which ends with the application that used `Bytes` first.
  @Test
  void theFirstThreadIsNotKept() throws Exception {
    assertThat(run("native-in-thread", GRANTED)).contains("the thread is gone");
  }

  /// A class whose initialization overflows the stack is lost. Verified classes have none of the
  /// overflows of verification, which come before and lose nothing; so it is in an AOT cache.
  @ParameterizedTest
  @ValueSource(strings = {"", "-Ddev.ashlar.profileWarmup=false"})
  void aStackOverflowLosesNothing(String flag) throws Exception {
    List<String> flags =
        new ArrayList<>(
            List.of(GRANTED, "-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"));
    if (!flag.isEmpty()) {
      flags.add(flag);
    }
    for (String part : List.of("heap-window", "native", "native-window")) {
      assertThat(ChildJvm.run("first-use", 60, flags, ShortStack.class.getName(), part))
          .as(part)
          .contains("usable after overflows");
    }
  }

  /// Fills the stack, and uses a part for the first time with ever more of it left.
  static final class ShortStack {
    private static final MemorySegment NATIVE = Arena.global().allocate(8);

    private static Runnable use = () -> {};
    private static boolean used;
    private static int overflows;

    private ShortStack() {}

    static void main(String[] args) throws InterruptedException {
      Bytes bytes = Bytes.of(new byte[8]);
      use =
          switch (args[0]) {
            case "heap-window" -> () -> bytes.window(0, 8).setLong(0, 1);
            case "native" -> () -> Bytes.of(NATIVE).setLong(0, 1);
            default -> () -> Bytes.of(NATIVE).window(0, 8).setLong(0, 1);
          };
      Thread thread = new Thread(null, ShortStack::descend, "short stack", 300_000);
      thread.start();
      thread.join();
      use.run();
      System.out.println(overflows > 0 ? "usable after overflows" : "no overflow");
    }

    @SuppressWarnings("InfiniteRecursion") // That is how it runs out of stack.
    private static void descend() {
      try {
        descend();
      } catch (StackOverflowError expected) {
        if (!used) {
          overflows++;
          use.run();
          used = true;
        }
      }
    }
  }

  private static String run(String part, String... flags) throws Exception {
    List<String> all = new ArrayList<>(List.of(flags));
    all.add("-Xlog:class+load:stdout");
    return ChildJvm.run("first-use", 60, all, Program.class.getName(), part);
  }

  /// Uses one part, twice.
  static final class Program {
    private Program() {}

    static void main(String[] args) throws InterruptedException {
      if (args[0].equals("native-in-thread")) {
        awaitEnd(useInThread());
        return;
      }
      for (int i = 0; i < 2; i++) {
        use(args[0]);
      }
    }

    private static WeakReference<Thread> useInThread() throws InterruptedException {
      Thread thread = new Thread(() -> use("native"));
      thread.start();
      thread.join();
      return new WeakReference<>(thread);
    }

    /// Waits for ever if it is kept.
    private static void awaitEnd(WeakReference<Thread> thread) throws InterruptedException {
      while (thread.get() != null) {
        System.gc();
        Thread.sleep(10);
      }
      System.out.println("the thread is gone");
    }

    private static void use(String part) {
      switch (part) {
        case "all" -> List.of("pool", "native", "stack").forEach(Program::use);
        case "heap" -> {
          Bytes bytes = Bytes.of(new byte[8]);
          bytes.setLong(0, 1);
          System.out.println(bytes.getLong(0));
        }
        case "native" -> {
          Bytes bytes = Bytes.of(Arena.ofAuto().allocate(8));
          bytes.setLong(0, 1);
          System.out.println(bytes.getLong(0));
          ProfileWarmup warmup = UsedKinds.warmup;
          System.out.println("warmup " + (warmup != null && warmup.hasRun()));
        }
        case "stack" -> {
          try (NativeStack.Frame frame = NativeStack.current().push()) {
            MemorySegment memory = frame.allocate(8);
            System.out.println(memory.fill((byte) 1).byteSize());
          }
        }
        default -> {
          try (NativePool pool = NativePool.create(1000);
              Lease lease = pool.acquire(8)) {
            System.out.println(lease.segment().fill((byte) 1).byteSize());
          }
        }
      }
    }
  }
}
