package dev.ashlar.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Javac;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples in the README compile without a warning.
final class ReadmeExampleTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```java\n(.*?class (\\w+).*?)```", Pattern.DOTALL);

  @Test
  void theExamplesCompile(@TempDir Path folder) throws Exception {
    String readme = Files.readString(Path.of("../README.md")).replace("\r\n", "\n");
    List<String> names = new ArrayList<>();
    for (Matcher example = EXAMPLE.matcher(readme); example.find(); ) {
      String name = example.group(2);
      Path source = Files.writeString(folder.resolve(name + ".java"), example.group(1));
      Path classes = Javac.compile(folder, List.of("-proc:none"), source);
      assertThat(classes.resolve(name + ".class")).exists();
      names.add(name);
    }
    assertThat(names).containsExactly("Packet", "Raw", "Trades", "HotPathTest");
  }
}
