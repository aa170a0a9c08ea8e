/// Files of [tables][dev.ashlar.table.MappedTable] as a data source of Spark.
///
/// ```java
/// spark.range(1_000).selectExpr("id", "id * 2 twice").write().format("ashlar").save(folder);
/// Dataset<Row> numbers = spark.read().format("ashlar").load(folder);
/// long last = numbers.where("twice >= 1000").agg(Map.of("id", "max")).first().getLong(0);
/// ```
///
/// Spark reads what is mapped: columns where they are, block by block, and leaves out blocks in
/// which no row passes a filter. What a query writes appears in the folder at once, or not at all.
///
/// Only Spark uses the types in here, by their names.
@NullMarked
package dev.ashlar.spark;

import org.jspecify.annotations.NullMarked;
