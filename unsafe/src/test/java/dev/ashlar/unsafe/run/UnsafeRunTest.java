// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.jit.CompilationLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnsafeRunTest {
  /// A loop that C2 compiled twice, before and after C1's code had counted its calls.
  private static final String LOG =
      """
      <hotspot_log version='160 1' process='1' time_ms='1'>
      <vm_version>
      <release>
      25.0.3+9-LTS
      </release>
      </vm_version>
      OSR<task compile_id='2' method='a.B main ()V' bytes='90' count='1' stamp='1.3'>
      DEFINITIONS<parse method='10' uses='1'>
      </parse>
      <task_done success='1' nmsize='100' count='1' stamp='1.4'/>
      </task>
      """;

  private static final String DEFINITIONS =
      """
      <type id='1' name='void'/>
      <type id='2' name='long'/>
      <klass id='3' name='a.B' flags='1'/>
      <klass id='4' name='sun.misc.Unsafe' flags='17'/>
      <method id='10' holder='3' name='main' return='1' flags='9' bytes='90'/>
      <method id='11' holder='4' name='putLong' return='1' arguments='2 2' flags='1' bytes='12'/>
      """;

  private static final String OSR =
      """
      <task compile_id='1' compile_kind='osr' osr_bci='36' method='a.B main ()V' bytes='90' count='1' \
      stamp='1.0'>
      DEFINITIONS<parse method='10' uses='1'>
      <bc code='182' bci='60'/>
      <call method='11' count='COUNT' prof_factor='1.0' inline='1'/>
      <inline_success reason='force inline by annotation'/>
      <parse method='11' uses='COUNT'>
      </parse>
      </parse>
      <task_done success='1' nmsize='100' count='1' stamp='1.1'/>
      </task>
      """;

  @TempDir private Path folder;

  private UnsafeRun run(String log) throws IOException {
    String text = log.replace("DEFINITIONS", DEFINITIONS);
    return UnsafeRun.of(
        CompilationLog.read(Files.writeString(folder.resolve("jit.log"), text)), null);
  }

  @Test
  void aCallThatWasNotCountedIsNotSilentlyLeftOut() throws IOException {
    UnsafeRun run = run(LOG.replace("OSR", OSR.replace("COUNT", "0")));
    assertThat(run.logComplete()).isFalse();
    assertThat(run.calls()).isEmpty();
    assertThat(run.uncounted())
        .singleElement()
        .satisfies(call -> {
          assertThat(call.where()).isEqualTo("a.B::main");
          assertThat(call.target().signature()).isEqualTo("putLong(long, long)");
        });
  }

  @Test
  void aCallThatWasCountedIsAnExecutedOne() throws IOException {
    String only = LOG.substring(0, LOG.indexOf("OSR")) + OSR.replace("COUNT", "9000");
    UnsafeRun run = run(only);
    assertThat(run.uncounted()).isEmpty();
    assertThat(run.calls())
        .singleElement()
        .extracting(ExecutedCall::compiledCount)
        .isEqualTo(9000.0);
  }

  @Test
  void anEmptyRecordingIsNamed() throws IOException {
    Path log = Files.writeString(folder.resolve("jit.log"), LOG.replace("OSR", ""));
    Path recording = Files.createFile(folder.resolve("jit.jfr"));
    CompilationLog read = CompilationLog.read(log);
    assertThatThrownBy(() -> UnsafeRun.of(read, recording))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("jit.jfr");
  }
}
