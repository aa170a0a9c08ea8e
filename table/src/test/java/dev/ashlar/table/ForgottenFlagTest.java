// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a program without native access is told, once.
final class ForgottenFlagTest {
  record Entry(long id) {}

  private static final String GRANTED = "--enable-native-access=ALL-UNNAMED";
  private static final String LOSS =
      "Native and mapped tables are slower than they could be: start Java with " + GRANTED;

  @Test
  void tablesThatLoseDirectAccessSaySoOnce() throws Exception {
    assertThat(run(List.of(), "native", "native")).containsOnlyOnce(LOSS);
    assertThat(run(List.of(), "file", "file", "native")).containsOnlyOnce(LOSS);
    assertThat(run(List.of(), "busy heap", "native")).containsOnlyOnce(LOSS);
  }

  @Test
  void othersLoseNothing() throws Exception {
    assertThat(run(List.of(), "heap", "shared")).doesNotContain("native-access").contains("done");
    assertThat(run(List.of(), "busy heap")).doesNotContain("native-access").contains("done");
    assertThat(run(List.of(GRANTED), "native", "file"))
        .doesNotContain("native-access")
        .contains("done");
  }

  private static String run(List<String> flags, String... parts) throws Exception {
    List<String> program = new ArrayList<>(List.of(Program.class.getName()));
    program.addAll(List.of(parts));
    return ChildJvm.run("flag", 60, flags, program.toArray(String[]::new));
  }

  static final class Program {
    private Program() {}

    static void main(String[] parts) throws Exception {
      TableLayout<Entry> layout = TableType.of(MethodHandles.lookup(), Entry.class).alignedRows();
      for (String part : parts) {
        switch (part) {
          case "heap" -> layout.heap(1).set(0, new Entry(1));
          case "busy heap" -> {
            // Enough for the profiles of all kinds of memory to be made meanwhile.
            Table<Entry> table = layout.heap(1);
            for (int i = 0; i < 5_000; i++) {
              table.set(0, new Entry(i));
            }
          }
          case "native" -> {
            try (Arena arena = Arena.ofConfined()) {
              layout.allocate(arena, 1).set(0, new Entry(1));
            }
          }
          case "shared" -> {
            try (Arena arena = Arena.ofShared()) {
              layout.allocate(arena, 1).set(0, new Entry(1));
            }
          }
          default -> {
            Path folder = Files.createTempDirectory("flag");
            Path path = folder.resolve("entries");
            layout.create(path, 1).close();
            Files.delete(path);
            Files.delete(folder);
          }
        }
      }
      System.out.println("done");
    }
  }
}
