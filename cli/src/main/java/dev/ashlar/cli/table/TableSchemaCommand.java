// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.TextGrid;
import dev.ashlar.cli.table.OpenTables.Named;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.RecordSchema.Field;
import dev.ashlar.table.Recovery;
import dev.ashlar.table.TableDescriptor;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "schema",
    description = "Prints fields, layout and size of tables, and a Java record that reads them.")
final class TableSchemaCommand extends CliCommand {
  @ParentCommand private TableCommand table = new TableCommand();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = TableCommand.FILES)
  private List<Path> files = List.of();

  @Override
  public Integer call() throws IOException {
    PrintWriter out = out();
    try (OpenTables opened = table.open(this, files)) {
      String separator = "";
      for (Named named : opened.tables()) {
        out.print(separator + describe(named));
        separator = "\n";
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private static String describe(Named named) {
    TableDescriptor descriptor = named.descriptor();
    MappedTable<?> table = named.table();
    RecordSchema schema = descriptor.schema();
    StringBuilder text = new StringBuilder();
    fact(text, "file", table.path().toString());
    fact(text, "layout", descriptor.layout());
    fact(text, "rows", table.size() + " committed, room for " + table.capacity());
    if (table.deletedCount() > 0) {
      fact(text, "deleted", table.deletedCount() + " of these: compact gives their room back");
    }
    fact(text, "bytes per row", "" + table.layout().bytesPerRow());
    if (table.recovery() != Recovery.INTACT) {
      fact(text, "last commit", table.recovery().toString());
    }
    text.append('\n');
    boolean renamed = !schema.columnNames().isEmpty();
    List<List<@Nullable String>> fields = new ArrayList<>();
    for (Field field : schema.fields()) {
      String column = schema.columnNames().getOrDefault(field.name(), field.name());
      fields.add(
          renamed
              ? List.of(field.name(), field.type(), column)
              : List.of(field.name(), field.type()));
    }
    List<String> titles = List.of("field", "type", "column");
    text.append(TextGrid.of(renamed ? titles : titles.subList(0, 2), fields));
    text.append('\n').append(schema.source()).append('\n');
    String name = schema.name();
    text.append("static final TableType<%s> TYPE = ".formatted(name));
    text.append("TableType.of(MethodHandles.lookup(), %s.class);\n".formatted(name));
    text.append("MappedTable<%s> table = ".formatted(name));
    text.append("TYPE.%s.openReadOnly(path);\n".formatted(descriptor.layout()));
    return text.toString();
  }

  private static void fact(StringBuilder text, String name, String value) {
    text.append("%-15s %s%n".formatted(name, value));
  }
}
