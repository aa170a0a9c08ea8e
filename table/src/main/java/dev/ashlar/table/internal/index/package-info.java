/// Hash indexes over the fields of a table: keys stay in the table, an index has row numbers.
@NullMarked
package dev.ashlar.table.internal.index;

import org.jspecify.annotations.NullMarked;
