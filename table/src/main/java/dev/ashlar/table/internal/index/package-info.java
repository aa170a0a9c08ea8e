/// Hash indexes over the fields of a table, which have the numbers of rows by the values of one
/// field or several.
@NullMarked
package dev.ashlar.table.internal.index;

import org.jspecify.annotations.NullMarked;
