// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Entries as JDK 25 prints them.
@Timeout(60)
class ExceptionLogTest {
  @TempDir private Path folder;

  private final StringBuilder log = new StringBuilder();

  private void left(
      int thread, String type, String message, String method, String holder, int bci) {
    log.append(
        """
        [0.045s][%d] Exception <a '%s'{0x000000069ecb0548}%s>
        [             ]  thrown in interpreter method <{method} {0x00007f5c0c01a6b8} '%s' '()V' in '%s'>
        [             ]  at bci %d for thread 0x00007f5c4c02aef0 (main)
        """
            .formatted(thread, type, message.isEmpty() ? "" : ": " + message, method, holder, bci));
  }

  private void denied(int thread, String target) {
    String type = "java/lang/UnsupportedOperationException";
    left(thread, type, target, "beforeMemoryAccessSlow", "sun/misc/Unsafe", 180);
    left(thread, type, target, "beforeMemoryAccess", "sun/misc/Unsafe", 26);
    left(thread, type, target, target, "sun/misc/Unsafe", 0);
  }

  private void left(int thread, String target, String method, int bci) {
    left(thread, "java/lang/UnsupportedOperationException", target, method, "a/B", bci);
  }

  private void handled(int thread, String type, int bci) {
    log.append(
        "[0.045s][%d] Found matching handler for exception of type \"%s\" in method \"x\" at BCI: %d%n"
            .formatted(thread, type, bci));
  }

  private DeniedCalls read() throws IOException {
    return ExceptionLog.read(Files.writeString(folder.resolve("exceptions-1.log"), log));
  }

  @Test
  void eachOutcomeIsToldApart() throws IOException {
    denied(1, "getLong");
    left(1, "getLong", "own", 4);
    handled(1, "java.lang.UnsupportedOperationException", 9);
    denied(1, "getInt");
    left(1, "getInt", "inner", 4);
    left(1, "getInt", "outer", 7);
    handled(1, "java.lang.UnsupportedOperationException", 11);
    denied(1, "putInt");
    left(1, "putInt", "run", 4);
    denied(1, "allocateMemory");
    left(1, "allocateMemory", "<clinit>", 6);
    left(1, "java/lang/ExceptionInInitializerError", "", "main", "a/Main", 25);
    handled(1, "java.lang.ExceptionInInitializerError", 44);
    DeniedCalls calls = read();
    assertThat(calls.isComplete()).isTrue();
    assertThat(calls.calls())
        .satisfiesExactly(
            uncaught -> {
              assertThat(uncaught.outcome()).isEqualTo(DeniedCall.Outcome.ENDED_THREAD);
              assertThat(uncaught.target()).isEqualTo("putInt");
              assertThat(uncaught.caller().method().qualifiedName()).isEqualTo("a.B::run");
            },
            failed -> {
              assertThat(failed.outcome()).isEqualTo(DeniedCall.Outcome.CLASS_FAILED);
              assertThat(failed.failedClass()).contains("a.B");
              assertThat(failed.handler().map(h -> h.method().qualifiedName()))
                  .contains("a.Main::main");
            },
            caught -> {
              assertThat(caught.outcome()).isEqualTo(DeniedCall.Outcome.CAUGHT);
              assertThat(caught.caller().method().name()).isEqualTo("inner");
              assertThat(caught.caller().bci()).isEqualTo(4);
              assertThat(caught.handler().map(DeniedCall.Frame::bci)).contains(11);
            },
            own -> assertThat(own.outcome()).isEqualTo(DeniedCall.Outcome.CAUGHT_BY_CALLER));
    assertThat(calls.failedClasses()).containsExactly("a.B");
  }

  @Test
  void aCallByReflectionIsThatOfTheProgram() throws IOException {
    String accessor = "jdk/internal/reflect/DirectMethodHandleAccessor";
    String denied = "java/lang/UnsupportedOperationException";
    denied(1, "invokeCleaner");
    left(1, denied, "invokeCleaner", "invokeSpecial", "java/lang/invoke/LambdaForm$DMH", 11);
    left(1, denied, "invokeCleaner", "invoke", accessor, 20);
    handled(1, "java.lang.UnsupportedOperationException", 78);
    String wrapped = "java/lang/reflect/InvocationTargetException";
    left(1, wrapped, "", "invoke", accessor, 91);
    left(1, wrapped, "", "invoke", "java/lang/reflect/Method", 102);
    left(1, wrapped, "", "unmap", "a/B", 28);
    left(1, wrapped, "", "close", "a/B", 7);
    handled(1, "java.lang.reflect.InvocationTargetException", 93);
    assertThat(read().calls())
        .singleElement()
        .satisfies(call -> {
          assertThat(call.caller().method().qualifiedName()).isEqualTo("a.B::unmap");
          assertThat(call.callers())
              .extracting(frame -> frame.method().qualifiedName())
              .containsExactly("a.B::close");
          assertThat(call.handler())
              .contains(new DeniedCall.Frame(call.callers().getFirst().method(), 93));
          assertThat(call.outcome()).isEqualTo(DeniedCall.Outcome.CAUGHT);
        });
  }

  /// As lz4-java's factories of compressors and of hashes, which use one class.
  @Test
  void laterUsersOfAFailedClassAreNoCallers() throws IOException {
    denied(1, "getLong");
    left(1, "getLong", "<clinit>", 4);
    left(1, "java/lang/ExceptionInInitializerError", "", "compressor", "a/Main", 25);
    handled(1, "java.lang.ExceptionInInitializerError", 44);
    String unusable = "java/lang/NoClassDefFoundError";
    left(1, unusable, "Could not initialize class a.B", "hash", "a/Main", 7);
    left(1, unusable, "Could not initialize class a.B", "main", "a/Main", 9);
    handled(1, "java.lang.NoClassDefFoundError", 12);
    assertThat(read().calls())
        .singleElement()
        .satisfies(call -> {
          assertThat(call.failedClass()).contains("a.B");
          assertThat(call.handler().map(h -> h.method().name())).contains("main");
          assertThat(call.callers())
              .extracting(frame -> frame.method().name())
              .containsExactly("compressor");
        });
  }

  @Test
  void aStaticInitializerThatCatchesDoesNotFail() throws IOException {
    denied(1, "getLong");
    left(1, "getLong", "<clinit>", 4);
    handled(1, "java.lang.UnsupportedOperationException", 9);
    assertThat(read().calls())
        .singleElement()
        .satisfies(c -> assertThat(c.outcome()).isEqualTo(DeniedCall.Outcome.CAUGHT_BY_CALLER));
  }

  @Test
  void threadsThatThrowAtTheSameTimeAreNotMixed() throws IOException {
    denied(1, "getLong");
    denied(2, "getInt");
    left(1, "getLong", "one", 4);
    left(2, "getInt", "two", 4);
    handled(2, "java.lang.UnsupportedOperationException", 9);
    assertThat(read().calls().stream().map(c -> c.target() + " " + c.outcome()))
        .containsExactly("getLong UNCAUGHT", "getInt CAUGHT_BY_CALLER");
  }

  @Test
  void whatAFinallyThrowsAgainIsNotCaughtThere() throws IOException {
    denied(1, "getLong");
    left(1, "getLong", "own", 4);
    handled(1, "java.lang.UnsupportedOperationException", 9);
    left(1, "getLong", "own", 15);
    left(1, "getLong", "outer", 3);
    assertThat(read().calls())
        .singleElement()
        .satisfies(c -> assertThat(c.outcome()).isEqualTo(DeniedCall.Outcome.UNCAUGHT));
  }

  @Test
  void otherExceptionsAreIgnored() throws IOException {
    left(1, "java/lang/UnsupportedOperationException", "mine", "own", "a/B", 4);
    handled(1, "java.lang.UnsupportedOperationException", 9);
    log.append("not an entry\n[0.1s][1] Exception <torn\n");
    assertThat(read().calls()).isEmpty();
  }

  @Test
  void theSameCallIsCounted() throws IOException {
    for (int i = 0; i < 5; i++) {
      denied(1, "getLong");
      left(1, "getLong", "own", 4);
      handled(1, "java.lang.UnsupportedOperationException", 9);
    }
    assertThat(read().calls()).singleElement().extracting(DeniedCall::count).isEqualTo(5L);
  }

  @Test
  void ofALongLogOnlyTheBeginningIsRead() throws IOException {
    denied(1, "getLong");
    left(1, "getLong", "own", 4);
    handled(1, "java.lang.UnsupportedOperationException", 9);
    String line =
        "[0.045s][1] Exception <a 'a/Other'{0x000000069ecb0548}>" + " ".repeat(4000) + "\n";
    log.append(line.repeat((int) (ExceptionLog.MOST_BYTES / line.length()) + 1));
    denied(1, "getInt");
    left(1, "getInt", "own", 4);
    DeniedCalls calls = read();
    assertThat(calls.isComplete()).isFalse();
    assertThat(calls.calls()).singleElement().extracting(DeniedCall::target).isEqualTo("getLong");
  }

  @Test
  void aNameThatHotSpotCannotUseIsRefused() {
    assertThatThrownBy(() -> ExceptionLog.jvmFlag(Path.of("a:b.log")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a:b.log");
  }
}
