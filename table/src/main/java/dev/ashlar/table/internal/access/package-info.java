/// How one field of a row is reached, in every kind of memory. Generated classes call it through
/// `GeneratedCode`.
@NullMarked
package dev.ashlar.table.internal.access;

import org.jspecify.annotations.NullMarked;
