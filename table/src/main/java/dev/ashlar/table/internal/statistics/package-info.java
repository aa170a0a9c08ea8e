/// Statistics of the values in blocks of rows: the scan that computes them, and the file that
/// stores them.
@NullMarked
package dev.ashlar.table.internal.statistics;

import org.jspecify.annotations.NullMarked;
