// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import dev.ashlar.spark.internal.file.SparkTypes;
import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.spark.internal.file.TableFiles;
import dev.ashlar.table.RecordSchema;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;

/// Receives from Spark the columns and the predicates of a query.
public final class FileScanBuilder
    implements SupportsPushDownRequiredColumns, SupportsPushDownV2Filters {
  private final TableFiles files;
  private final long maxPartitionBytes;
  private final Configuration configuration;
  private final FilterTranslator translator;
  private StructType required;
  private List<Predicate> pushed = List.of();

  public FileScanBuilder(
      TableFiles files, CaseInsensitiveStringMap options, Configuration configuration) {
    this.files = files;
    List<TableField> fields = TableField.of(files.fields());
    this.maxPartitionBytes = FileScan.maxPartitionBytes(options);
    this.configuration = configuration;
    this.required = SparkTypes.of(fields);
    this.translator = new FilterTranslator(fields);
  }

  @Override
  public void pruneColumns(StructType required) {
    this.required = required;
  }

  /// Keeps the predicates that can exclude blocks, and returns all of them, because only Spark
  /// filters rows.
  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    pushed = translator.translatable(predicates);
    return predicates;
  }

  @Override
  public Predicate[] pushedPredicates() {
    return pushed.toArray(Predicate[]::new);
  }

  @Override
  public Scan build() {
    ReadPlan plan =
        new ReadPlan(
            required,
            pushed.isEmpty() ? null : translator.all(pushed),
            files.fields().stream().map(RecordSchema.Field::toString).toList(),
            new SerializableConfiguration(configuration));
    return new FileScan(files, plan, maxPartitionBytes);
  }
}
