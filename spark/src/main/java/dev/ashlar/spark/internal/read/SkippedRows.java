// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/// The number of rows that a query did not read, because the statistics of their files exclude
/// them. Spark's user interface creates it by its name, and shows it with the scan of files.
public final class SkippedRows extends CustomSumMetric {
  public static final String NAME = "skippedRows";

  /// Called by Spark.
  public SkippedRows() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "number of rows skipped by statistics";
  }

  /// Returns a part of it.
  static CustomTaskMetric of(long rows) {
    return new CustomTaskMetric() {
      @Override
      public String name() {
        return NAME;
      }

      @Override
      public long value() {
        return rows;
      }
    };
  }
}
