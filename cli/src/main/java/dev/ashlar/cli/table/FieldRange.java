// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.table.RecordSchema.Field;

/// The range of a field as texts: its smallest and its largest value, or `-` if it has no value.
interface FieldRange {
  Field field();

  default String type() {
    return field().type().replaceFirst("enum .*", "enum");
  }

  /// Returns the number of rows with a value.
  long rows();

  String min();

  String max();
}
