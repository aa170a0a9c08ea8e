// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.report.page.Page;
import dev.ashlar.report.text.TextLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompilerFactsTest {
  private static final String LOG =
      """
      <hotspot_log version='160 1' process='1' time_ms='1'>
      <task_queued compile_id='1' method='a.B root ()V' bytes='20' stamp='0.900'/>
      <code_cache total_blobs='9' nmethods='40' adapters='1' free_code_cache='2500000'/>
      <code_cache_full nmethods='30' free_code_cache='1200000' stamp='2.5'/>
      <task compile_id='1' method='a.B root ()V' bytes='20' count='9000' stamp='1.0'>
      <type id='1' name='void'/>
      <klass id='2' name='a.B' flags='1'/>
      <klass id='3' name='a.P' flags='1'/>
      <method id='10' holder='2' name='root' return='1' flags='1' bytes='20'/>
      <method id='20' holder='3' name='&lt;init&gt;' return='1' flags='1' bytes='424'/>
      <parse method='10' uses='9000'>
      <bc code='183' bci='7'/>
      <call method='20' count='9000' prof_factor='1.0' inline='1'/>
      <inline_fail reason='hot method too big'/>
      </parse>
      <eliminate_lock compile_id='1' class='lock' kind='Nested'>
      <jvms bci='12' method='10'/>
      </eliminate_lock>
      <task_done success='1' nmsize='100' count='9000' stamp='1.25'/>
      </task>
      <hotspot_log_done stamp='9.0'/>
      </hotspot_log>
      """;

  @TempDir private Path folder;

  private CompilationLog log() throws IOException {
    return CompilationLog.read(Files.writeString(folder.resolve("jit.log"), LOG));
  }

  @Test
  void facts() throws IOException {
    CompilerFacts compilers = new CompilerFacts(log());
    Map<String, String> facts =
        compilers.facts().stream().collect(Collectors.toMap(Page.Fact::name, Page.Fact::value));
    assertThat(facts)
        .containsEntry(
            "C2",
            "1 compilation in 250 ms; median 250 ms, 95th percentile 250 ms, longest 250 ms (B::root)")
        .containsEntry(
            "Locks", "eliminated in C2's code: 1 × the object is locked already (Nested)")
        .containsEntry("Allocations", "of 1 site of objects in C2's code, 0 eliminated everywhere")
        .doesNotContainKeys("C1", "Without code", "Retried", "Made not entrant");
    assertThat(facts.get("Queue")).contains("longest 100 ms (B::root)");
    assertThat(facts.get("Code cache"))
        .contains("1.2 MB free at least", "full once, first at 2.5 s");
    assertThat(facts.get("Classes unloaded")).contains("--jfr");
    assertThat(compilers.remaining(9))
        .containsExactly(
            "a.P in a.B::root @ 7 (9,000 times, its constructor is not inlined: hot method too big)");
  }

  @Test
  void textPageAndJsonHaveThem() throws IOException {
    assertThat(JitText.of("jit.log", log(), 20, TextLines.Style.PLAIN))
        .contains("\ncompilers\n", "  Code cache: 1.2 MB", "allocations that C2 did not eliminate");
    Document page = Jsoup.parse(JitPage.html(Map.of("jit.log", log()), Map.of()));
    assertThat(page.select("#l0-compilers").text())
        .contains("Code cache 1.2 MB", "a.P in a.B::root @ 7");
    Path json = folder.resolve("out.json");
    JitJson.writeFindings(Map.of("jit.log", log()), json);
    JsonNode compilers =
        new JsonMapper().readTree(Files.readString(json)).get("logs").get(0).get("compilers");
    assertThat(compilers.get("codeCache").get("leastFreeBytes").longValue()).isEqualTo(1_200_000);
    assertThat(compilers.get("allocationSites").get(0).get("type").stringValue()).isEqualTo("a.P");
    assertThat(compilers.get("eliminatedLocks").get(0).get("bci").intValue()).isEqualTo(12);
  }
}
