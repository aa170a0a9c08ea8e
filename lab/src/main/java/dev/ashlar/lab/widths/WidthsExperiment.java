// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.widths.Quads.ArrayQuads;
import dev.ashlar.lab.widths.Quads.SegmentQuads;
import dev.ashlar.lab.widths.Quads.UnsafeQuads;
import dev.ashlar.lab.widths.QuadsWorkload.Pass;
import dev.ashlar.lab.widths.WideCode.Way;
import dev.ashlar.lab.widths.WideWorkload.Layout;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// Measures tables with one to 32 fields, with one or many chunks, and of one or several kinds.
public final class WidthsExperiment extends Experiment {
  private static final int[] FIELDS = {1, 2, 4, 7, 12, 16, 32};

  /// The rows of a chunk in the cases `chunks-1000`.
  private static final int CHUNK_ROWS = Quads.ROWS >> 10;

  private static final String ASHLAR = "ashlar";
  private static final String ASHLAR_GET = "ashlar-get";
  private static final String ASHLAR_COLUMNS = "ashlar-columns";
  private static final String SEGMENT = "segment";
  private static final String UNSAFE = "unsafe";
  private static final String ARRAYS = "jdk-arrays";
  private static final String OBJECTS = "jdk-objects";

  public WidthsExperiment() {
    super(
        "widths",
        "Tables of many shapes",
        "The records of most benchmarks have a handful of fields, and their loops touch three."
            + " Compilers hoist checks out of small loops only. What does a row cost when all of its"
            + " fields are read, with one field and with thirty-two, in a table that grew by a thousand"
            + " chunks, and in a program that has nine kinds of table?");
    addContender(ASHLAR, "a table and a cursor");
    addContender(ASHLAR_GET, "a table, each row taken as a record");
    addContender(ASHLAR_COLUMNS, "a table, each field by its Column");
    addContender(SEGMENT, "the JDK's MemorySegment: one of rows, or one for each column");
    addContender(UNSAFE, "sun.misc.Unsafe, which checks nothing");
    addContender(ARRAYS, "a long[] of rows, or one for each column, on the heap");
    addContender(OBJECTS, "an array of records, on the heap");
    setJdkContenders(SEGMENT);
    for (int fields : FIELDS) {
      for (Layout layout : Layout.values()) {
        addWidth(fields, layout, false);
        if (layout != Layout.ROWS) {
          addWidth(fields, layout, true);
        }
      }
    }
    for (Pass pass : Pass.values()) {
      addChunks("chunks-1", "in one chunk", pass, Quads.ROWS);
      addChunks("chunks-1000", "in a thousand chunks of 256 rows", pass, CHUNK_ROWS);
    }
    for (int kinds : new int[] {1, 4, 9}) {
      addKinds(kinds);
    }
    for (String name : List.of("fields-4-columns-native", "fields-12-columns-native")) {
      addHeadline(name, ASHLAR, SEGMENT, UNSAFE, ARRAYS);
    }
    for (String name : List.of("chunks-1000-scan", "kinds-9")) {
      addHeadline(name, ASHLAR, SEGMENT, UNSAFE);
    }
    addDefault("fields-12-columns-native");
  }

  private void addWidth(int fields, Layout layout, boolean onHeap) {
    String lie = name(layout);
    String family = lie + (onHeap ? "-heap" : "-native");
    String name = "fields-%d-%s".formatted(fields, family);
    boolean columns = layout == Layout.COLUMNS;
    addCase(
        name,
        family,
        "the sum of all %d fields of a row, %s, %s memory"
            .formatted(fields, lie.replace('-', ' '), onHeap ? "heap" : "native"),
        WideWorkload.ROWS);
    Function<Way, Supplier<Workload>> work =
        way -> () -> new WideWorkload(way, fields, layout, onHeap);
    List<String> ours = onHeap ? List.of() : List.of(JvmFlags.NATIVE_ACCESS);
    addWork(name, ASHLAR, work.apply(Way.CURSOR)).flags(ours);
    addWork(name, ASHLAR_GET, work.apply(Way.GET)).flags(ours);
    if (columns) {
      addWork(name, ASHLAR_COLUMNS, work.apply(Way.COLUMN_VIEWS)).flags(ours);
    }
    addWork(name, SEGMENT, work.apply(columns ? Way.SEGMENT_COLUMNS : Way.SEGMENT_ROWS));
    addWork(name, UNSAFE, work.apply(columns ? Way.UNSAFE_COLUMNS : Way.UNSAFE_ROWS));
    addWork(name, ARRAYS, work.apply(columns ? Way.ARRAY_COLUMNS : Way.ARRAY_ROWS));
    addWork(name, OBJECTS, work.apply(Way.OBJECTS));
  }

  private void addChunks(String family, String where, Pass pass, int chunkRows) {
    String does = name(pass);
    String name = family + "-" + does;
    addCase(
        name,
        "chunks-" + does,
        "%s a row of four fields %s"
            .formatted(
                switch (pass) {
                  case SCAN -> "scan";
                  case GET -> "take as a record";
                  case RANDOM -> "read at random";
                },
                where),
        Quads.ROWS);
    addQuads(name, () -> TableQuads.inChunks(chunkRows), chunkRows, pass, 1);
    if (chunkRows < Quads.ROWS) {
      addLoss(
          name,
          ARRAYS,
          "a table finds the chunk of each row with its checks (docs/table.md#limits)");
    }
  }

  private void addKinds(int kinds) {
    String name = "kinds-" + kinds;
    addCase(
        name,
        "kinds",
        kinds == 1
            ? "scan a row of four fields by a method that has met no other kind of memory"
            : "the same by a method that has met %d kinds".formatted(kinds),
        Quads.ROWS);
    addQuads(name, () -> TableQuads.ofColumns(Quads.ROWS), Quads.ROWS, Pass.SCAN, kinds);
  }

  private void addQuads(String name, Supplier<Quads> tables, int chunkRows, Pass pass, int kinds) {
    Function<Supplier<Quads>, Supplier<Workload>> work =
        quads -> () -> new QuadsWorkload(quads.get(), pass, kinds);
    addWork(name, ASHLAR, work.apply(tables)).flags(JvmFlags.NATIVE_ACCESS);
    addWork(name, SEGMENT, work.apply(() -> SegmentQuads.ofNative(Quads.ROWS, chunkRows)));
    addWork(name, UNSAFE, work.apply(() -> new UnsafeQuads(false, Quads.ROWS, chunkRows)));
    addWork(name, ARRAYS, work.apply(() -> new ArrayQuads(Quads.ROWS, chunkRows)));
  }
}
