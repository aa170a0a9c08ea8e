/// Hash indexes over the fields of a table, which have the numbers of rows by the values of a
/// field.
@NullMarked
package dev.ashlar.table.internal.index;

import org.jspecify.annotations.NullMarked;
