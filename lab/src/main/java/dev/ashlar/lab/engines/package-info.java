/// The experiment `engines`: TPC-H's queries 1 and 6, in Java over tables, arrays and records, and
/// in SQL.
@NullMarked
package dev.ashlar.lab.engines;

import org.jspecify.annotations.NullMarked;
