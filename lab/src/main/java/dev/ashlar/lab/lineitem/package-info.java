/// The experiment `lineitem`: TPC-H's widest table, which is scanned as in queries 1 and 6, and as
/// a whole.
@NullMarked
package dev.ashlar.lab.lineitem;

import org.jspecify.annotations.NullMarked;
