// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.lineitem.LineitemWorkload.Query;
import java.util.function.Supplier;

/// Compares stores of a record with as many fields as records of real programs have.
public final class LineitemExperiment extends Experiment {
  private static final String ASHLAR = "ashlar";
  private static final String ASHLAR_COLUMNS = "ashlar-columns";
  private static final String ARRAYS = "jdk-arrays";
  private static final String RECORDS = "jdk-records";

  public LineitemExperiment() {
    super(
        "lineitem",
        "A wide record, as in TPC-H",
        "A lineitem of the benchmark TPC-H has seventeen fields here, of six types. Query 1 reads"
            + " seven of them, query 6 four, a copy all. What does a table cost that is read field by"
            + " field through an interface, beside plain arrays and beside a list of records?");
    addContender(ASHLAR, "a table of native columns, and a cursor");
    addContender(ASHLAR_COLUMNS, "the same table, each field by its Column");
    addContender(ARRAYS, "a primitive array for each field");
    addContender(RECORDS, "a List of records, made in order");
    setJdkContenders(ARRAYS);
    add("q1", "query 1: seven fields of a row, summed up in six groups", Query.Q1);
    add("q6", "query 6: one row in fifty is taken, by three of its fields", Query.Q6);
    add("checksum", "all seventeen fields of a row", Query.CHECKSUM);
    addDefault("q1");
    addLoss("q1", ARRAYS, "a cursor stores and checks its row (docs/table.md)");
  }

  private void add(String name, String description, Query query) {
    addCase(name, name, description, Lineitems.ROWS);
    add(name, ASHLAR, TableLineitems::new, query).flags(JvmFlags.NATIVE_ACCESS);
    add(name, ASHLAR_COLUMNS, ColumnLineitems::new, query).flags(JvmFlags.NATIVE_ACCESS);
    add(name, ARRAYS, ArrayLineitems::new, query);
    add(name, RECORDS, RecordLineitems::new, query);
    addHeadline(name, ASHLAR, ARRAYS, RECORDS);
  }

  private Work add(String name, String contender, Supplier<Lineitems> items, Query query) {
    return addWork(name, contender, () -> new LineitemWorkload(items.get(), query));
  }
}
