// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the first use of a part loads and says, in a JVM that has not used any.
final class FirstUseTest {
  private static final String LINKER = "jdk.internal.foreign.abi.AbstractLinker";
  private static final String RECORDER = "jdk.jfr.internal.MetadataRepository";
  private static final String GRANTED = "--enable-native-access=ALL-UNNAMED";

  @Test
  void onTheHeapNothingNativeIsLoaded() throws Exception {
    assertThat(run("heap", GRANTED))
        .doesNotContain(LINKER, RECORDER, "dev.ashlar.memory.NativeMemory");
  }

  @Test
  void stackAndPoolLoadNoLinkerAndNoRecorder() throws Exception {
    assertThat(run("stack", GRANTED)).doesNotContain(LINKER, RECORDER);
    assertThat(run("pool", GRANTED)).doesNotContain(LINKER, RECORDER);
  }

  @Test
  void aForgottenFlagIsLoggedOnce() throws Exception {
    assertThat(run("stack"))
        .containsOnlyOnce("will deny it without the flag: start Java with " + GRANTED);
    assertThat(run("pool"))
        .containsOnlyOnce("will deny it without the flag: start Java with " + GRANTED);
    assertThat(run("all"))
        .containsOnlyOnce("NativeStack uses native memory;")
        .containsOnlyOnce("NativePool uses native memory;");
    assertThat(run("heap")).doesNotContain("enable-native-access");
    assertThat(run("native")).doesNotContain("enable-native-access");
  }

  /// A class whose initialization overflows the stack is lost. Verified classes have none of the
  /// overflows of verification, which come before and lose nothing; so it is in an AOT cache.
  @Test
  void aStackOverflowLosesNothing() throws Exception {
    List<String> flags =
        List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote");
    for (String part : List.of("heap", "native")) {
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
            case "heap" -> () -> bytes.setLong(0, 1);
            default -> () -> Bytes.of(NATIVE).setLong(0, 1);
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

    static void main(String[] args) {
      for (int i = 0; i < 2; i++) {
        use(args[0]);
      }
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
