// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Javac;
import dev.ashlar.text.Utf8;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Each row of the page, run with Unsafe and without: what is returned and what is in memory is the
/// same.
@Timeout(240)
final class AdviceExamplesTest {
  private static final List<String> COLUMNS =
      List.of(AdviceSection.BEFORE, AdviceSection.JDK, AdviceSection.ASHLAR);

  @TempDir Path folder;

  /// A row with the examples of its columns.
  private record Row(AdviceRow row, Map<String, AdviceExample> examples) {}

  @Test
  void theCodeWithoutUnsafeDoesTheSame() throws Exception {
    List<Row> rows = rows();
    List<AdviceExample> examples =
        rows.stream().flatMap(row -> row.examples().values().stream()).toList();
    Set<Path> sources = new LinkedHashSet<>();
    for (AdviceExample example : examples) {
      sources.add(example.write(folder));
    }
    String libraries = Javac.pathOf(Bytes.class, Utf8.class);
    Path classes = compile(libraries, sources);

    Map<String, String> outcomes = new LinkedHashMap<>();
    outcomes.putAll(run(examples, true, classes + File.pathSeparator + libraries, "warn"));
    outcomes.putAll(run(examples, false, classes + File.pathSeparator + libraries, "deny"));

    for (Row row : rows) {
      AdviceExample before = row.examples().get(AdviceSection.BEFORE);
      if (before != null) {
        assertThat(before.calls(classes)).as(before.name()).contains(row.row().signature().key());
      }
      for (AdviceExample example : row.examples().values()) {
        String outcome = outcomes.getOrDefault(example.className(), "");
        if (before == null) {
          assertThat(outcome).as(example.code().line()).doesNotStartWith("throws");
        } else {
          assertAgree(row.row(), example, outcome, outcomes.getOrDefault(before.className(), ""));
        }
      }
    }
  }

  /// By javac's command line: through the API it warns of Unsafe whatever the options are.
  private Path compile(String libraries, Set<Path> sources) {
    Path classes = folder.resolve("classes");
    List<String> arguments =
        new ArrayList<>(
            List.of("-d", classes.toString(), "--class-path", libraries, "-proc:none", "-Werror"));
    arguments.addAll(List.of("-XDignore.symbol.file", "-Xlint:all,-cast,-restricted,-try"));
    sources.forEach(source -> arguments.add(source.toString()));
    StringWriter said = new StringWriter();
    PrintWriter printer = new PrintWriter(said);
    int exitCode =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(printer, printer, arguments.toArray(String[]::new));
    assertThat(exitCode).as(said.toString()).isZero();
    return classes;
  }

  private static void assertAgree(
      AdviceRow row, AdviceExample example, String outcome, String expected) {
    switch (row.signature().name()) {
      case "getUnsafe" -> assertThat(expected).startsWith("throws java.lang.SecurityException");
      // The two are asked one after the other, while the load goes on changing.
      case "getLoadAverage" ->
          assertThat(load(outcome)).isCloseTo(load(expected), offset(1 + load(expected) / 2));
      default -> {
        assertThat(expected).as(row.toString()).doesNotStartWith("throws");
        // A put returns nothing, and an assignment its value.
        String nothing = "nothing ";
        if (expected.startsWith(nothing)) {
          assertThat(outcome)
              .as(example.code().line())
              .endsWith(expected.substring(nothing.length()));
        } else {
          assertThat(outcome).as(example.code().line()).isEqualTo(expected);
        }
      }
    }
  }

  private static double load(String outcome) {
    return Double.parseDouble(outcome.substring(0, outcome.indexOf(' ')));
  }

  private Map<String, String> run(
      List<AdviceExample> examples, boolean before, String classPath, String unsafeAccess)
      throws Exception {
    List<String> names =
        examples.stream()
            .filter(example -> example.column().equals(AdviceSection.BEFORE) == before)
            .map(AdviceExample::className)
            .distinct()
            .toList();
    Path list = Files.write(folder.resolve("names.txt"), names);
    ChildJvm.Ended ended =
        ChildJvm.quick(
            folder,
            "--sun-misc-unsafe-memory-access=" + unsafeAccess,
            "--enable-native-access=ALL-UNNAMED",
            "--illegal-native-access=deny",
            "-cp",
            classPath + File.pathSeparator + Javac.pathOf(AdviceExampleProgram.class),
            AdviceExampleProgram.class.getName(),
            list.toString());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    Map<String, String> outcomes = new LinkedHashMap<>();
    ended
        .out()
        .lines()
        .forEach(line -> {
          int space = line.indexOf(' ');
          outcomes.put(line.substring(0, space), line.substring(space + 1));
        });
    assertThat(outcomes.keySet()).containsExactlyElementsOf(names);
    return outcomes;
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int s = 0; s < AdvicePage.SECTIONS.size(); s++) {
      AdviceSection section = AdvicePage.SECTIONS.get(s);
      boolean isWhole =
          section.blocks().values().stream().anyMatch(block -> block.contains("Object example()"));
      for (AdviceRow row : section.rows()) {
        Map<String, AdviceExample> examples = new LinkedHashMap<>();
        for (String column : COLUMNS) {
          Optional<Code> code = row.code(section, column);
          if (code.isPresent() && code.get().exists()) {
            String name = "s%d.%s".formatted(s, column.substring(column.lastIndexOf(' ') + 1));
            AdviceExample example =
                new AdviceExample(
                    isWhole ? name : name + ".r" + rows.size(),
                    column,
                    code.get(),
                    row.type(),
                    isWhole);
            if (isWhole) {
              example.isPartOfItsBlock();
            }
            examples.put(column, example);
          }
        }
        rows.add(new Row(row, examples));
      }
    }
    return rows;
  }
}
