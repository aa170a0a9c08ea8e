/// The experiment `lineitem`: scans of TPC-H's widest table, as in queries 1 and 6, and of all its
/// fields.
@NullMarked
package dev.ashlar.lab.lineitem;

import org.jspecify.annotations.NullMarked;
