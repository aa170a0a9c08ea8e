// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.Bytes;
import dev.ashlar.table.TableType;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Javac;
import dev.ashlar.text.Utf8;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Where native access is denied, each entry says so, whichever is first, and each time.
@Timeout(300)
class DeniedAccessTest {
  /// Has the entries in an order that its argument chooses, each twice.
  private static final String PROGRAM =
      """
      import dev.ashlar.arrow.ArrowStream;
      import dev.ashlar.arrow.DuckDb;
      import dev.ashlar.table.Table;
      import dev.ashlar.table.TableType;
      import java.lang.foreign.Arena;
      import java.lang.foreign.MemorySegment;
      import java.lang.invoke.MethodHandles;
      import java.nio.file.Path;
      import java.util.ArrayList;
      import java.util.Collections;
      import java.util.List;

      record Row(long id) {}

      void main(String[] arguments) {
        Table<Row> table = TableType.of(MethodHandles.lookup(), Row.class).columns().heap(1);
        MemorySegment struct = Arena.ofAuto().allocate(40, 8);
        List<Runnable> entries = new ArrayList<>(List.of(
            () -> DuckDb.open(),
            () -> DuckDb.open(Path.of("no library")),
            () -> ArrowStream.of(table),
            () -> ArrowStream.of(table, "id"),
            () -> ArrowStream.from(struct)));
        Collections.rotate(entries, Integer.parseInt(arguments[0]));
        for (Runnable entry : entries) {
          for (int i = 0; i < 2; i++) {
            try {
              entry.run();
            } catch (Throwable refused) {
              IO.println(refused);
            }
          }
        }
      }
      """;

  @TempDir private Path folder;

  /// @param programs the first of which begins with the first entry, the next with the last one
  private void assertRefused(String pathOption, String flag, int programs) throws Exception {
    Path program = Files.writeString(folder.resolve("Denied.java"), PROGRAM);
    String modules = Javac.pathOf(DuckDb.class, TableType.class, Utf8.class, Bytes.class);
    for (int first = 0; first < programs; first++) {
      ChildJvm.Ended ended =
          ChildJvm.java(
              folder,
              "--illegal-native-access=deny",
              pathOption,
              modules,
              "--add-modules",
              pathOption.equals("--module-path") ? "dev.ashlar.arrow" : "java.base",
              program.toString(),
              "" + first);
      assertThat(ended.err()).isEmpty();
      assertThat(ended.out().lines())
          .hasSize(10)
          .containsOnly(
              "java.lang.IllegalCallerException: ashlar-arrow needs native access: start Java with --enable-native-access="
                  + flag);
    }
  }

  @Test
  void onTheClassPath() throws Exception {
    assertRefused("--class-path", "ALL-UNNAMED", 5);
  }

  @Test
  void onTheModulePath() throws Exception {
    assertRefused("--module-path", "dev.ashlar.memory,dev.ashlar.table,dev.ashlar.arrow", 1);
  }
}
