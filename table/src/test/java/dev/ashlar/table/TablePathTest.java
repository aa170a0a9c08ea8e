// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.SymbolicLink;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A table that has several paths is in the same files whatever path it is reached by. The judge is
/// the list of files in its folder.
final class TablePathTest {
  record Item(long id, String text) {}

  private static final TableLayout<Item> LAYOUT =
      TableType.of(MethodHandles.lookup(), Item.class).columns();
  private static final String LONG_TEXT = "a text that is not in its row";

  @TempDir Path folder;
  private Path data = Path.of("");

  /// Leads to `data`, from a folder whose parent is another than that of `data`.
  private Path linkedFolder = Path.of("");

  @BeforeEach
  void makeFolders() throws IOException {
    folder = folder.toRealPath();
    data = Files.createDirectories(folder.resolve("deep/data"));
    linkedFolder = Files.createDirectory(folder.resolve("links")).resolve("folder");
    SymbolicLink.create(linkedFolder, data);
  }

  private List<Path> spellings() {
    Path relative = Path.of("").toAbsolutePath().relativize(data.resolve("items"));
    return List.of(
        data.resolve("items"),
        relative,
        Path.of("." + data.getFileSystem().getSeparator()).resolve(relative),
        data.resolve("../data/items"),
        linkedFolder.resolve("items"),
        linkedFolder.resolve("../data/items"));
  }

  private List<Path> filesThere() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  private static MappedTable<Item> fill(Path path) throws IOException {
    MappedTable<Item> table = LAYOUT.create(path, 0);
    table.append(new Item(7, LONG_TEXT));
    table.commit();
    return table;
  }

  @Test
  void theFilesAreTheSameByEachPath() throws IOException {
    for (Path created : spellings()) {
      MappedTable<Item> table = fill(created);
      table.close();
      assertThat(table.path()).isEqualTo(created);
      assertThat(table.files())
          .as("created by %s", created)
          .containsExactly(
              data.resolve("items"), data.resolve("items.text"), data.resolve("items.stats"))
          .isSubsetOf(filesThere());
      for (Path opened : spellings()) {
        try (MappedTable<Item> again = LAYOUT.openReadOnly(opened)) {
          assertThat(again.files()).as("opened by %s", opened).isEqualTo(table.files());
          assertThat(again.get(0)).isEqualTo(new Item(7, LONG_TEXT));
        }
      }
      for (Path file : table.files()) {
        Files.delete(file);
      }
      assertThat(filesThere()).isEmpty();
    }
  }

  @Test
  void statisticsAndIndexesAreWhereALinkLeads() throws IOException {
    fill(data.resolve("items")).close();
    Path link = SymbolicLink.create(folder.resolve("link"), data.resolve("items"));
    try (MappedTable<Item> table = LAYOUT.open(link)) {
      assertThat(table.statistics(0, 1)).hasSize(1);
      table.append(new Item(8, ""));
      table.commit();
      assertThat(table.uniqueIndex("id").find(8)).isEqualTo(1);
    }
    assertThat(filesThere())
        .containsExactly(
            data.resolve("items"),
            data.resolve("items.id.index"),
            data.resolve("items.stats"),
            data.resolve("items.text"));
    try (MappedTable<Item> table = LAYOUT.openReadOnly(data.resolve("items"))) {
      assertThat(table.statistics(0, 2).getFirst().max("id")).isEqualTo(8L);
    }
  }
}
