// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.write;

import dev.ashlar.spark.internal.file.FileAccess;
import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;

/// Creates the writers of a query's tasks, in the process that runs them.
///
/// @param attempts the folder to which attempts write
record FileWriterFactory(WritePlan plan, URI attempts) implements DataWriterFactory {
  @Override
  public DataWriter<InternalRow> createWriter(int partition, long task) {
    RecordSchema schema = new RecordSchema(FileAccess.RECORD, plan.fields());
    String name = String.format(Locale.ROOT, "part-%05d-%d.ashlar", partition, task);
    Path file = new Path(new Path(attempts), name);
    try {
      return writer(FileAccess.type(schema), file, partition == 0);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed.getMessage(), failed);
    }
  }

  private <R extends Record> DataWriter<InternalRow> writer(
      TableType<R> type, Path file, boolean evenIfEmpty) throws IOException {
    RecordConverter<R> converter =
        new RecordConverter<>(type.recordType(), TableField.of(plan.fields()), plan.columns());
    return new FileWriter<>(
        plan.layout().of(type), converter, file, evenIfEmpty, plan.configuration().value());
  }
}
