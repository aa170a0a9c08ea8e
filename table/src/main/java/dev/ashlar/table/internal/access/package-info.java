/// Access to one field of a row, in every kind of memory. Generated classes call it through
/// `GeneratedCode`.
@NullMarked
package dev.ashlar.table.internal.access;

import org.jspecify.annotations.NullMarked;
