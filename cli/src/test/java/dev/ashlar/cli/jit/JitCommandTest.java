// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public class JitCommandTest {
  public static final String LOG =
      """
      <hotspot_log version='160 1' process='1' time_ms='1'>
      <task compile_id='1' method='a.B root ()V' bytes='20' count='9000' stamp='1.0'>
      <type id='1' name='void'/>
      <klass id='2' name='a.B' flags='1'/>
      <method id='10' holder='2' name='root' return='1' flags='1' bytes='20'/>
      <method id='11' holder='2' name='callee' return='1' flags='1' bytes='424'/>
      <parse method='10' uses='9000'>
      <bc code='184' bci='7'/>
      <call method='11' count='9000' prof_factor='1.0' inline='1'/>
      <inline_fail reason='hot method too big'/>
      </parse>
      <task_done success='1' nmsize='100' count='9000' stamp='1.1'/>
      </task>
      <hotspot_log_done stamp='9.0'/>
      </hotspot_log>
      """;

  @TempDir private Path folder;
  private Path log;

  @BeforeEach
  void writeLog() throws IOException {
    log = Files.writeString(folder.resolve("jit.log"), LOG);
  }

  @Test
  void reportSaysWhatItFound() throws IOException {
    Path json = folder.resolve("out.json");
    Outcome outcome = Ashlar.run("jit", "report", "--json", json.toString(), log.toString());
    assertThat(outcome.exitCode()).isZero();
    // The lines are wrapped.
    assertThat(outcome.out().replaceAll("\\s+", " "))
        .contains("1. hot method too big: a.B::root @ 7", "424 bytes, limit FreqInlineSize=325");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(json).content().contains("\"HOT_METHOD_TOO_BIG\"", "\"callee\" : \"a.B::callee\"");
  }

  @Test
  void pages() throws IOException {
    Path page = folder.resolve("pages/jit.html");
    String html = page.toString();
    assertThat(Ashlar.run("jit", "report", "--html", html, log.toString()).exitCode()).isZero();
    assertThat(page).content().contains("HotSpot", "B::root", "hot method too big");
    Ashlar.run("jit", "explain", "--html", html, "B::root", log.toString());
    assertThat(page).content().contains("What HotSpot did with B::root");
    Path rules = Files.writeString(folder.resolve("rules"), "B::root is compiled by C2\n");
    Ashlar.run("jit", "check", "--html", html, rules.toString(), log.toString());
    assertThat(page).content().contains("1 rule holds");
    Ashlar.run("jit", "diff", "--html", html, log.toString(), log.toString());
    assertThat(page).content().contains("No decision changed among the calls of both sides.");
  }

  @Test
  void whatIsReadIsNotOverwritten() throws IOException {
    String before = Files.readString(log);
    for (String option : List.of("--json", "--html")) {
      Outcome outcome = Ashlar.run("jit", "report", option, log.toString(), log.toString());
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).contains("write to another file");
    }
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Path inside = Files.writeString(logs.resolve("a.log"), LOG);
    Files.writeString(logs.resolve("b.log"), LOG);
    Path recording = Files.writeString(logs.resolve("b.jfr"), "recorded");
    for (Path kept : List.of(inside, recording)) {
      Outcome outcome = Ashlar.run("jit", "report", "--json", kept.toString(), logs.toString());
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).contains("write to another file");
    }
    assertThat(inside).hasContent(LOG);
    assertThat(recording).hasContent("recorded");
    Outcome same = Ashlar.run("jit", "report", log.toString(), "--json", "o", "--html", "./o");
    assertThat(same.exitCode()).isEqualTo(2);
    assertThat(same.err()).contains("is given for two outputs");

    Path rules = Files.writeString(folder.resolve("rules"), "B::root is compiled by C2");
    String path = rules.toString();
    assertThat(Ashlar.run("jit", "check", path, log.toString(), "--json", path).exitCode())
        .isEqualTo(2);
    assertThat(log).hasContent(before);
    assertThat(rules).hasContent("B::root is compiled by C2");
  }

  @Test
  void aJdkIsNamedAndNotTakenFromTheLog() throws IOException {
    String jdk = System.getProperty("java.home");
    Files.writeString(
        log,
        LOG.replace("name='a.B'", "name='java.lang.Object'")
            .replaceFirst("\n", "\n<release>\n1.2.3\n</release>\n"));
    assertThat(Ashlar.run("jit", "report", log.toString()).out().replaceAll("\\s+", " "))
        .contains("the log is of JDK 1.2.3, and this is JDK", "name the log's JDK with --jdk.");
    assertThat(Ashlar.run("jit", "report", "--jdk", jdk, log.toString()).exitCode()).isZero();
    Outcome none = Ashlar.run("jit", "report", "--jdk", folder.toString(), log.toString());
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("--jdk: " + folder + " is not the folder of a JDK");
  }

  /// Of a class of the JDK that runs this, whose class file is there.
  @Test
  void explainCheckAndDiffShowLinesAsReportDoes() throws IOException {
    String release = "<release>\n" + Runtime.version() + "\n</release>\n";
    String ofObject =
        LOG.replaceFirst("\n", "\n" + release)
            .replace("a.B root ()V' bytes='20'", "java.lang.Object wait (JI)V' bytes='SIZE'")
            .replace("name='a.B'", "name='java.lang.Object'")
            .replace("name='root' return='1'", "name='wait' return='1' arguments='3 4'")
            .replace("bytes='20'", "bytes='SIZE'")
            .replaceFirst("<klass", "<type id='3' name='long'/>\n<type id='4' name='int'/>\n<klass")
            .replace(" bytes='SIZE'", "");
    Files.writeString(log, ofObject);
    Path other = folder.resolve("other.log");
    Files.writeString(
        other, ofObject.replace("inline_fail reason='hot", "inline_fail reason='very"));
    Path rules = Files.writeString(folder.resolve("rules"), "Object::wait inlines everything\n");
    for (String[] command :
        new String[][] {
          {"jit", "report", log.toString()},
          {"jit", "explain", "Object::wait", log.toString()},
          {"jit", "check", rules.toString(), log.toString()},
          {"jit", "diff", log.toString(), other.toString()}
        }) {
      Path json = folder.resolve("out.json");
      List<String> words = new ArrayList<>(List.of(command));
      words.addAll(List.of("--json", json.toString()));
      Matcher place =
          Pattern.compile("line\\s+(\\d+)\\s+@\\s+7")
              .matcher(Ashlar.run(words.toArray(String[]::new)).out());
      assertThat(place.find()).as(command[1]).isTrue();
      assertThat(placesIn(JsonMapper.shared().readTree(json.toFile())))
          .as(command[1])
          .isNotEmpty()
          .allSatisfy(call -> {
            assertThat(call.get("bci").intValue()).isEqualTo(7);
            assertThat(call.path("line").asString()).isEqualTo(place.group(1));
          });
    }
  }

  private static List<JsonNode> placesIn(JsonNode json) {
    return Stream.concat(
            Stream.of(json).filter(node -> node.has("bci")),
            json.valueStream().flatMap(node -> placesIn(node).stream()))
        .toList();
  }

  @Test
  void explainShowsTheTree() {
    Path json = folder.resolve("out.json");
    Outcome outcome =
        Ashlar.run("jit", "explain", "B::root", log.toString(), "--json", json.toString());
    assertThat(outcome.exitCode()).isZero();
    assertThat(json)
        .content()
        .contains("\"callee\" : \"a.B::callee\"", "\"reason\" : \"hot method too big\"");
    assertThat(outcome.out())
        .contains("@ 7 a.B::callee (424 bytes)  called: hot method too big, 9,000 times");
  }

  @Test
  void diffOfALogWithItself() {
    Outcome outcome = Ashlar.run("jit", "diff", log.toString(), log.toString());
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("No decision changed among the calls of both sides.");
  }

  @Test
  void diffKnowsNoiseFromSeveralLogsASide() throws IOException {
    String refused = "<inline_fail reason='hot method too big'/>";
    String[] decisions = {refused, refused, "<intrinsic id='_x'/>", "<intrinsic id='_x'/>"};
    List<String> files = new ArrayList<>();
    for (String decision : decisions) {
      Path file = folder.resolve("run" + files.size() + ".log");
      files.add(Files.writeString(file, LOG.replace(refused, decision)).toString());
    }
    Path page = folder.resolve("diff.html");
    Path json = folder.resolve("diff.json");
    Outcome several =
        Ashlar.run(
            ("jit diff --old %s --old %s --new %s --new %s --html " + page + " --json " + json)
                .formatted(files.toArray())
                .split(" ", -1));
    assertThat(several.exitCode()).isZero();
    assertThat(several.out())
        .startsWith("1 call of both sides changed. Calls that differ")
        .contains(
            "a.B::root @ 7 calls a.B::callee\n",
            "9,000 times; differs in each run; in B::root",
            "before: called: hot method too big",
            "after:  intrinsic");
    assertThat(page).content().contains("differs in each run");
    assertThat(json).content().contains("\"consistency\" : \"CONSISTENT\"", "\"runsAfter\" : 2");

    Outcome one = Ashlar.run("jit", "diff", files.get(0), files.get(2));
    assertThat(one.out().replaceAll("\\s+", " "))
        .contains("With one log on each side the noise is unknown", "9,000 times; noise unknown");

    Outcome noise =
        Ashlar.run(
            "jit diff --old %1$s --old %3$s --new %2$s --new %4$s"
                .formatted(files.toArray())
                .split(" ", -1));
    assertThat(noise.out().replaceAll("\\s+", " "))
        .startsWith(
            "No decision changed among the calls of both sides; 1 more differ between runs of");
    for (String words : List.of("", files.get(0), "--old " + files.get(0), "a b --new c")) {
      assertThat(Ashlar.run(("jit diff " + words).strip().split(" ", -1)).exitCode()).isEqualTo(2);
    }
  }

  @Test
  void diffComparesOneProgram() throws IOException {
    String head = LOG.lines().findFirst().orElseThrow() + "\n";
    for (String side : List.of("old", "new")) {
      Path logs = Files.createDirectory(folder.resolve(side));
      for (String program : List.of("build.Tool x", "/tmp/app-1.2.jar " + side, side + ".Other")) {
        String arguments =
            "<vm_arguments>\n<command>\n%s\n</command>\n</vm_arguments>\n<tty>\n</tty>\n"
                .formatted(program);
        String log = LOG.replace(head, head + arguments);
        // The application's compilers were at work for longest.
        Files.writeString(
            logs.resolve(program.replaceAll("\\W", "") + ".log"),
            program.contains("app") ? log.replace("stamp='1.1'", "stamp='9.1'") : log);
      }
    }
    Outcome outcome = Ashlar.run("jit", "diff", folder.resolve("old").toString(), folder + "/new");
    assertThat(outcome.err())
        .isEqualTo(
            "ashlar: comparing JVMs of app-#.#.jar, ignoring those of"
                + " build.Tool, old.Other, new.Other\n");
    assertThat(outcome.exitCode()).isZero();
    Outcome none = Ashlar.run("jit", "diff", folder + "/old/oldOther.log", folder.toString());
    assertThat(none.exitCode()).isZero();
  }

  @Test
  void checkEndsWithOneIfARuleIsBroken() throws IOException {
    Path rules =
        Files.writeString(
            folder.resolve("rules"), "B::root is compiled by C2\nB::root inlines everything\n");
    Outcome outcome = Ashlar.run("jit", "check", rules.toString(), log.toString());
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out().lines())
        .containsExactly(
            rules
                + ":2: B::root inlines everything: B::root @ 7 calls B::callee: hot method too big"
                + " (424 bytes, 9,000 times)");
    Files.writeString(rules, "B::root is compiled by C2\n");
    assertThat(Ashlar.run("jit", "check", rules.toString(), log.toString()).exitCode()).isZero();
  }

  @Test
  void aRuleThatIsNone() throws IOException {
    Path rules = Files.writeString(folder.resolve("rules"), "be fast\n");
    Outcome outcome = Ashlar.run("jit", "check", rules.toString(), log.toString());
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("line 1 is no rule: be fast");
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "explain B::root"})
  void aFileThatIsNoLog(String command) throws IOException {
    Path file = Files.writeString(folder.resolve("text"), "hello\n");
    String[] words = ("jit " + command + " " + file).split(" ", -1);
    Outcome outcome = Ashlar.run(words);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err().lines()).singleElement().asString().contains("not a compilation log");
  }

  @Test
  void aFileThatIsNotThere() {
    Outcome outcome = Ashlar.run("jit", "report", folder.resolve("none").toString());
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("there is no such file");
  }

  @Test
  void aMethodThatIsNotThere() {
    Outcome outcome = Ashlar.run("jit", "explain", "B::none", log.toString());
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("no compilation of B::none: it was not called often enough");
  }

  @Test
  void aMethodThatIsInlinedOnly() throws IOException {
    Files.writeString(
        log,
        LOG.replace(
            "<inline_fail reason='hot method too big'/>",
            "<inline_success reason='inline (hot)'/><parse method='11'></parse>"));
    Outcome outcome = Ashlar.run("jit", "explain", "B::callee", log.toString());
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("no compilation of B::callee: it is inlined in a.B::root");
  }

  @Test
  void aDamagedLogBreaksEachRule() throws IOException {
    Files.writeString(log, LOG.substring(0, LOG.indexOf("<task_done")));
    Path rules = Files.writeString(folder.resolve("rules"), "no deoptimisation after 5 s\n");
    Outcome outcome = Ashlar.run("jit", "check", rules.toString(), log.toString());
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out())
        .contains("the log does not say when the JVM ended; not all of the log could be read")
        .contains("end of the log missing: 1");
    assertThat(outcome.err())
        .contains("not all of " + log, "compilations under way at the end of the log: 1");
    Files.writeString(log, LOG.substring(0, LOG.indexOf("<task compile_id")));
    assertThat(Ashlar.run("jit", "check", rules.toString(), log.toString()).err())
        .contains("no compilation by C2 could be read, and the log is damaged")
        .doesNotContain("HotSpot compiled nothing");
  }

  @Test
  void damageIsAllowedIfTold() throws IOException {
    String torn = LOG.replace("<call method", "<inline_f<call method");
    Files.writeString(log, torn);
    Path rules = Files.writeString(folder.resolve("rules"), "B::root is compiled by C2\n");
    String[] check = {"jit", "check", rules.toString(), log.toString()};
    Outcome strict = Ashlar.run(check);
    assertThat(strict.exitCode()).isEqualTo(1);
    assertThat(strict.out()).contains("not all of the log could be read (torn tags: 1, first at");
    String[] allowing = {"jit", "check", "--allow-damaged", rules.toString(), log.toString()};
    Outcome allowed = Ashlar.run(allowing);
    assertThat(allowed.exitCode()).isZero();
    assertThat(allowed.err()).contains("not all of " + log, "torn tags: 1");
    Files.writeString(log, LOG);
    assertThat(Ashlar.run(check).exitCode()).isZero();
    Files.writeString(log.resolveSibling("empty.log"), "");
    String[] all = {"jit", "check", rules.toString(), folder.toString()};
    assertThat(Ashlar.run(all).out()).contains("empty.log: no rule holds: the log is empty");
    assertThat(Ashlar.run(all).exitCode()).isEqualTo(1);
    assertThat(Ashlar.run("jit", "check", "--allow-damaged", all[2], all[3]).exitCode()).isZero();
  }

  /// An option that would do nothing is wrong usage.
  @ParameterizedTest
  @ValueSource(
      strings = {"report --top -1 LOG", "explain --top 3 B::root LOG", "check --top 3 LOG LOG"})
  void optionsThatAreNone(String words) {
    Outcome outcome = Ashlar.run(("jit " + words).replace("LOG", log.toString()).split(" ", -1));
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("--");
  }

  @Test
  void aFolderStandsForTheLogsInIt() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Path first = Files.writeString(logs.resolve("1.log"), LOG);
    Path second =
        Files.writeString(
            logs.resolve("2.log"), LOG.replace("'a.B'", "'a.C'").replace("a.B root", "a.C root"));
    Path none = Files.writeString(logs.resolve("3.log"), "");
    Files.writeString(logs.resolve("hs_c1_pid2.log"), "a killed JVM's");
    String all = logs.toString();

    Outcome report = Ashlar.run("jit", "report", all);
    assertThat(report.exitCode()).isZero();
    assertThat(report.out()).contains(first + "\n", second + "\n", "a.B::root", "a.C::root");
    assertThat(report.err().lines())
        .containsExactly("ashlar: " + none + " is not a compilation log of HotSpot");

    assertThat(Ashlar.run("jit", "explain", "C::root", all).out()).startsWith("a.C::root()V");
    assertThat(Ashlar.run("jit", "explain", "root", all).out())
        .contains(first + "\na.B::root()V", second + "\na.C::root()V");

    Path rules = Files.writeString(folder.resolve("rules"), "B::root is compiled by C2\n");
    Path json = folder.resolve("out.json");
    Outcome check = Ashlar.run("jit", "check", rules.toString(), all, "--json", json.toString());
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out().lines())
        .containsExactly(
            first + ": the rule holds",
            second
                + ": "
                + rules
                + ":1: B::root is compiled by C2: the log has no compilation of B::root",
            none + ": no rule holds: the log is empty (--allow-damaged)");
    assertThat(json).content().contains("\"log\" : \"" + second + "\"");
  }

  /// What 'jit run' leaves: a folder a run, and beside them what an older version left.
  @Test
  void aFolderOfRunsStandsForItsLastOne() throws IOException {
    Path parent = Files.createDirectory(folder.resolve("runs"));
    String[] names = {"2026-01-02T03-04-05-7", "2026-01-02T03-04-06-12", "2025-12-31T23-59-59-9"};
    for (String name : names) {
      Path run = Files.createDirectory(parent.resolve(name));
      Files.writeString(run.resolve("jit-pid1.log"), LOG);
    }
    Files.writeString(parent.resolve("loose.log"), LOG);
    // A clock may be set back.
    Files.writeString(parent.resolve("last-run"), names[2] + "\n");
    assertThat(reportOf(parent)).contains(names[2]).doesNotContain(names[0], names[1], "loose");
    for (String lost : List.of("2026-01-02T03-04-07-13", "../" + folder.getFileName(), "")) {
      Files.writeString(parent.resolve("last-run"), lost);
      assertThat(reportOf(parent)).contains(names[1]).doesNotContain(names[0], names[2], "loose");
    }
    Path rules = Files.writeString(folder.resolve("rules"), "B::root is compiled by C2\n");
    for (String command : List.of("explain B::root", "check " + rules)) {
      Outcome outcome = Ashlar.run(("jit " + command + " " + parent).split(" ", -1));
      assertThat(outcome.exitCode()).isZero();
      assertThat(outcome.err()).contains("reading the last run, " + parent.resolve(names[1]));
    }
    for (String name : names) {
      Files.delete(parent.resolve(name).resolve("jit-pid1.log"));
      Files.delete(parent.resolve(name));
    }
    assertThat(reportOf(parent)).contains("loose.log");
  }

  private static String reportOf(Path logs) {
    Outcome outcome = Ashlar.run("jit", "report", logs.toString());
    assertThat(outcome.exitCode()).isZero();
    return outcome.out();
  }

  /// The rest is told all the same, but a build must not pass for it.
  @Test
  void aFileThatIsNoLogAmongOthers() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "hello\n");
    Path rules = Files.writeString(folder.resolve("rules"), "B::root is compiled by C2\n");
    Outcome report = Ashlar.run("jit", "report", text.toString(), log.toString());
    assertThat(report.exitCode()).isEqualTo(2);
    assertThat(report.out()).contains("a.B::root");
    assertThat(
            Ashlar.run("jit", "check", rules.toString(), log.toString(), text.toString())
                .exitCode())
        .isEqualTo(2);
    Outcome none =
        Ashlar.run("jit", "report", Files.createDirectory(folder.resolve("none")).toString());
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("has no *.log file");
    assertThat(
            Ashlar.run("jit", "report", folder.resolve("none").toString(), log.toString())
                .exitCode())
        .isEqualTo(2);
    String twice = Ashlar.run("jit", "report", log.toString(), folder + "/./jit.log").out();
    assertThat(twice).containsOnlyOnce("\nproblems\n");
  }

  @Test
  void logsOfDifferentJdksAreToldToBe() throws IOException {
    Path other = folder.resolve("other.log");
    String version =
        "<vm_version>\n<name>\nx\n</name>\n<release>\n21.0.8+9\n</release>\n</vm_version>\n";
    Files.writeString(other, LOG.replaceFirst("\n", "\n" + version));
    assertThat(Ashlar.run("jit", "diff", log.toString(), other.toString()).err())
        .contains("the logs are of different JDKs, unknown and 21.0.8+9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/B::root", "a.B#root", "root", "a/B::root()V"})
  void namesOfAMethod(String name) {
    assertThat(Ashlar.run("jit", "explain", name, log.toString()).out()).startsWith("a.B::root()V");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "B::", "()V"})
  void namesOfNothing(String name) {
    Outcome outcome = Ashlar.run("jit", "explain", name, log.toString());
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .startsWith("ashlar: '" + name + "' names no method: write it like String::indexOf");
  }

  /// That nothing is found there says nothing of the program.
  @Test
  void aLogWithoutCodeOfC2() throws IOException {
    String none = "<hotspot_log version='160 1'>\n%s</hotspot_log>\n";
    Map<String, String> reasons =
        Map.of(
            none.formatted(""),
            "the program ended before any code was hot",
            none.formatted(
                "<vm_arguments>\n<args>\n-Xint </args>\n</vm_arguments>\n<tty>\n</tty>\n"),
            "with -Xint nothing is compiled",
            LOG.replace("count='9000' stamp='1.0'", "level='1' count='9000' stamp='1.0'"),
            "C2 compiled nothing");
    for (Map.Entry<String, String> reason : reasons.entrySet()) {
      Files.writeString(log, reason.getKey());
      Outcome report = Ashlar.run("jit", "report", log.toString());
      assertThat(report.out()).contains("no findings: ", reason.getValue());
      assertThat(report.out()).doesNotContain("no problems");
      Path rules = Files.writeString(folder.resolve("rules"), "no deoptimisation after 1 s\n");
      Outcome check = Ashlar.run("jit", "check", rules.toString(), log.toString());
      assertThat(check.exitCode()).isEqualTo(1);
      assertThat(check.out()).contains(reason.getValue());
      Outcome diff = Ashlar.run("jit", "diff", log.toString(), log.toString());
      assertThat(diff.err()).contains("no findings in " + log + ": ", reason.getValue());
    }
  }

  @Test
  void numbersAreNumbersInJson() throws IOException {
    Path json = folder.resolve("out.json");
    Ashlar.run("jit", "report", "--json", json.toString(), log.toString());
    JsonNode finding = JsonMapper.shared().readTree(json).at("/logs/0/findings/0");
    Map<String, Double> numbers = new HashMap<>();
    finding
        .get("numbers")
        .forEach(n -> numbers.put(n.get("name").asString(), n.get("value").asDouble()));
    assertThat(numbers)
        .isEqualTo(Map.of("bytecodeBytes", 424.0, "FreqInlineSize", 325.0, "times", 9000.0));
  }

  @Test
  void rulesThatAreNoText() throws IOException {
    Path rules = Files.write(folder.resolve("rules"), new byte[] {(byte) 0xC3, 'x'});
    Outcome outcome = Ashlar.run("jit", "check", rules.toString(), log.toString());
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("it is not UTF-8 text");
  }
}
