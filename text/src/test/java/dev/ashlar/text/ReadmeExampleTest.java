package dev.ashlar.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.Bytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example on the first screen of the README compiles without a warning.
class ReadmeExampleTest {
  private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void theExampleCompiles(@TempDir Path folder) throws Exception {
    String readme = Files.readString(Path.of("../README.md")).replace("\r\n", "\n");
    Matcher example = EXAMPLE.matcher(readme);
    assertThat(example.find()).isTrue();
    Path source = Files.writeString(folder.resolve("Packet.java"), example.group(1));
    String classPath = Javac.pathOf(Utf8.class, Bytes.class);
    Path output = Javac.compile(folder, List.of("--class-path", classPath), source);
    assertThat(output.resolve("Packet.class")).exists();
  }
}
