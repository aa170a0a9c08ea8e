// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.annotation.ColumnName;
import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedBytes;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.annotation.OrZero;
import dev.ashlar.table.annotation.Unit;
import dev.ashlar.table.annotation.Was;
import dev.ashlar.testing.ArchitectureContract;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The dependencies of this module and between its packages.
class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(TableType.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of("dev.ashlar.memory..", "dev.ashlar.text..");
  }

  @Override
  protected Map<String, String> largeFiles() {
    return Map.of("Table.java", "the API of tables: most of it are its contracts");
  }

  @Override
  protected Set<Class<?>> sharedValues() {
    return Set.of(
        TableFileException.class,
        Recovery.class,
        RowStatistics.class,
        Text.class,
        TextCodes.class,
        Verification.class,
        OrNull.class,
        ColumnName.class,
        OrZero.class,
        Was.class,
        Unit.class,
        Decimal.class,
        FixedBytes.class,
        FixedUtf8.class,
        DictionaryEncoded.class);
  }
}
