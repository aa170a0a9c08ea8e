/// The experiment `engines`: TPC-H's queries 1 and 6, written in Java over tables, arrays and
/// records, and asked with SQL.
@NullMarked
package dev.ashlar.lab.engines;

import org.jspecify.annotations.NullMarked;
