// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Javac;
import dev.ashlar.testing.PackageExample;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples of the page and of the package's comment do what they say.
class DocsExampleTest {
  private static final Pattern PRINTED = Pattern.compile("IO\\.println\\(.*\\); // (.*)");

  private static Class<?> compile(Path folder, String name, String source) throws Exception {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    List<String> options =
        List.of("-proc:none", "--class-path", System.getProperty("java.class.path"));
    return Javac.loader(Javac.compile(folder, options, file)).loadClass(name);
  }

  @Test
  void thePagePrintsWhatItSays(@TempDir Path folder) throws Exception {
    String page = Files.readString(Path.of("../docs/spark.md"));
    int begin = page.indexOf("```java\n") + 8;
    String source = page.substring(begin, page.indexOf("```", begin));
    Constructor<?> constructor = compile(folder, "Example", source).getDeclaredConstructor();
    constructor.setAccessible(true);
    Object program = constructor.newInstance();
    Method main = program.getClass().getDeclaredMethod("main");
    main.setAccessible(true);
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      main.invoke(program);
    } finally {
      System.setOut(console);
    }
    List<String> expected =
        PRINTED.matcher(source).results().map((MatchResult found) -> found.group(1)).toList();
    assertThat(expected).hasSize(2);
    assertThat(printed.toString(UTF_8).lines()).containsSubsequence(expected);
  }

  @Test
  void theCommentOfThePackageRuns(@TempDir Path folder) throws Exception {
    String program =
        """
        import java.util.Map;
        import org.apache.spark.sql.*;

        public final class Comment {
          public static long run(SparkSession spark, String folder) {
        %s
            return last;
          }
        }
        """
            .formatted(PackageExample.of(AshlarDataSource.class));
    Object last =
        compile(folder, "Comment", program)
            .getMethod("run", SparkSession.class, String.class)
            .invoke(null, Sessions.local(), folder.resolve("numbers").toString());
    assertThat(last).isEqualTo(999L);
  }
}
