/// Files of tables as a data source of Spark.
@NullMarked
package dev.ashlar.spark;

import org.jspecify.annotations.NullMarked;
