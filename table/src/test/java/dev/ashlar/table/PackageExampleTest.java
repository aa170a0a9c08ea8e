package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example in the package's comment compiles and does what it says.
final class PackageExampleTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("/// ```java\n(.*?)/// ```", Pattern.DOTALL);

  @Test
  void theExampleRuns(@TempDir Path folder) throws Exception {
    String program =
        """
        import dev.ashlar.table.*;
        import java.lang.foreign.*;
        import java.lang.invoke.*;
        public final class Example {
        %s
          public static long run(Arena arena) {
            return worth(arena);
          }
        }
        """
            .formatted(example());
    Path source = Files.writeString(folder.resolve("Example.java"), program);
    String classPath = location(TableType.class) + File.pathSeparator + location(NullMarked.class);
    Path output = Javac.compile(folder, List.of("--class-path", classPath), source);
    try (var loader = Javac.loader(output);
        Arena arena = Arena.ofConfined()) {
      Object worth = loader.loadClass("Example").getMethod("run", Arena.class).invoke(null, arena);
      assertThat(worth).isEqualTo(420L);
    }
  }

  private static Path location(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static String example() throws IOException {
    String info = Files.readString(Path.of("src/main/java/dev/ashlar/table/package-info.java"));
    Matcher example = EXAMPLE.matcher(info.replace("\r\n", "\n"));
    assertThat(example.find()).isTrue();
    return example.group(1).replace("///", "");
  }
}
