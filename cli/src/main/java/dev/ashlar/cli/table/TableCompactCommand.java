// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableDescriptor;
import dev.ashlar.table.TableLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "compact",
    description = {
      "Rewrites tables without their deleted rows, which frees disk space.",
      "",
      "Rows get new numbers. Each new file replaces the old one atomically. Programs that read the old"
          + " file keep it until they open the table again. No program may have it open to write."
    })
final class TableCompactCommand extends CliCommand {
  @ParentCommand private TableCommand table = new TableCommand();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = TableCommand.FILES)
  private List<Path> files = List.of();

  @Override
  public Integer call() throws IOException {
    for (Path file : table.all(this, files)) {
      TableDescriptor descriptor = OpenTables.descriptor(file);
      TableLayout<?> layout = descriptor.layout(descriptor.schema().type());
      long before = Files.size(file);
      double size;
      try (MappedTable<?> old = layout.openReadOnly(file)) {
        size = Math.max(1, old.size());
      }
      AtomicLong done = new AtomicLong();
      long removed =
          TableProgress.show(
              "Compacting", () -> done.get() / size, () -> layout.compact(file, done::set));
      out()
          .printf(
              "%s: %s%n",
              file,
              removed == 0
                  ? "has no deleted rows"
                  : "%,d deleted rows are gone, %,d of %,d bytes are left"
                      .formatted(removed, Files.size(file), before));
      out().flush();
    }
    return ExitCode.OK;
  }
}
