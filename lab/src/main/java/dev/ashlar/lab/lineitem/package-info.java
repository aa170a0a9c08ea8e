/// The experiment `lineitem`: TPC-H's widest table, scanned as its queries 1 and 6 do, and as a
/// whole.
@NullMarked
package dev.ashlar.lab.lineitem;

import org.jspecify.annotations.NullMarked;
