// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Javac;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The examples of the README and of the pages in `docs` compile without a warning, run, and print
/// what their comments say.
final class DocsExampleTest {
  /// Tests of the modules `unsafe` and `spark` compile and run what is in there.
  private static final Set<String> TESTED_ELSEWHERE = Set.of("docs/unsafe.md", "docs/spark.md");

  private static final Pattern PRINTED = Pattern.compile("IO\\.println\\(.*\\); // (.*)");
  private static final Pattern TEST_CLASS =
      Pattern.compile("^class (\\w+Test) ", Pattern.MULTILINE);

  private static final List<String> FLAGS =
      List.of(
          "--sun-misc-unsafe-memory-access=deny",
          "--illegal-native-access=deny",
          "--enable-native-access=ALL-UNNAMED");

  /// Calls the tests of a class, named as its argument.
  static final class TestMethods {
    private TestMethods() {}

    public static void main(String[] args) throws Exception {
      Class<?> type = Class.forName(args[0]);
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      int tests = 0;
      for (Method method : type.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Test.class)) {
          method.setAccessible(true);
          method.invoke(constructor.newInstance());
          tests++;
        }
      }
      System.out.println(tests + " passed");
    }
  }

  @Test
  @Timeout(300)
  void theExamplesRun(@TempDir Path folder) throws Exception {
    Map<String, String> examples = new LinkedHashMap<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      if (!TESTED_ELSEWHERE.contains(page.name())) {
        addExamples(page, examples);
      }
    }
    assertThat(examples).hasSizeGreaterThan(10);
    List<Path> sources = new ArrayList<>();
    for (Map.Entry<String, String> example : examples.entrySet()) {
      sources.add(
          Files.writeString(folder.resolve(example.getKey() + ".java"), example.getValue()));
    }
    List<String> options = List.of("-proc:none", "-Xlint:-try,-restricted");
    Path classes = Javac.compile(folder, options, sources.toArray(Path[]::new));
    for (Map.Entry<String, String> example : examples.entrySet()) {
      run(folder, classes, example.getKey(), example.getValue());
    }
  }

  private static void addExamples(MarkdownPage page, Map<String, String> examples) {
    for (MarkdownPage.Block block : page.blocks()) {
      if (block.language().equals("java")) {
        Matcher test = TEST_CLASS.matcher(block.text());
        String name =
            test.find()
                ? test.group(1)
                : page.name().replaceAll(".*/|\\W*md$", "") + "_" + examples.size();
        examples.put(name, block.text());
      }
    }
  }

  private static void run(Path folder, Path classes, String name, String source)
      throws IOException, InterruptedException {
    boolean isTest = TEST_CLASS.matcher(source).find();
    List<String> command = new ArrayList<>(FLAGS);
    command.add("-cp");
    command.add(classes + File.pathSeparator + System.getProperty("java.class.path"));
    command.addAll(isTest ? List.of(TestMethods.class.getName(), name) : List.of(name));
    ChildJvm.Ended ended = ChildJvm.java(folder, command.toArray(String[]::new));
    assertThat(ended.exitCode()).as(name + ": " + ended.err()).isZero();
    assertThat(ended.err()).as(name).isEmpty();
    List<String> expected =
        isTest
            ? List.of("1 passed")
            : PRINTED.matcher(source).results().map(found -> found.group(1)).toList();
    assertThat(expected).as("what %s says that it prints", name).isNotEmpty();
    assertThat(ended.out().lines()).as(name).containsSubsequence(expected);
  }
}
