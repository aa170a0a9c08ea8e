/// Files of [tables][dev.ashlar.table.MappedTable] as a data source of Spark.
///
/// ```java
/// spark.range(1_000).selectExpr("id", "id * 2 twice").write().format("ashlar").save(folder);
/// Dataset<Row> numbers = spark.read().format("ashlar").load(folder);
/// long last = numbers.where("twice >= 1000").agg(Map.of("id", "max")).first().getLong(0);
/// ```
///
/// Spark reads columns in mapped files in place, block by block, and skips blocks in which no row
/// passes a filter. The files that a query writes appear in the folder all at once, or not at all.
///
/// The types of this package are public only because Spark creates them by name.
@NullMarked
package dev.ashlar.spark;

import org.jspecify.annotations.NullMarked;
