// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.table.OpenTables.Named;
import dev.ashlar.table.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "verify",
    description = {
      "Compares the committed rows of tables with their checksums.",
      "",
      "Exits with 1 if rows are damaged. A writer may continue meanwhile."
    })
final class TableVerifyCommand extends CliCommand {
  @ParentCommand private TableCommand table = new TableCommand();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = TableCommand.FILES)
  private List<Path> files = List.of();

  @Override
  public Integer call() throws IOException {
    PrintWriter out = out();
    boolean damaged = false;
    try (OpenTables opened = table.open(this, files)) {
      for (Named named : opened.tables()) {
        double size = Math.max(1, named.table().size());
        AtomicLong verified = new AtomicLong();
        Verification verification =
            TableProgress.show(
                "Verifying",
                () -> verified.get() / size,
                () -> named.table().verify(verified::set));
        out.print(describe(named, verification));
        damaged |= !verification.isUndamaged();
      }
    }
    out.flush();
    return damaged ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private static String describe(Named named, Verification verification) {
    String path = named.table().path().toString();
    StringBuilder text = new StringBuilder();
    text.append("%s: %d rows verified%n".formatted(path, verification.verifiedRows()));
    for (Verification.Rows rows : verification.unverified()) {
      text.append(
          "%s: rows %s have no checksum: they were written since the last commit, or when a writer stopped. The next commit gives them one%n"
              .formatted(path, rows));
    }
    for (Verification.Rows rows : verification.damaged()) {
      text.append(
          "%s: rows %s are damaged: they differ from their checksum. Restore a copy; or write them again, and accept them with MappedTable.accept%n"
              .formatted(path, rows));
    }
    return text.toString();
  }
}
