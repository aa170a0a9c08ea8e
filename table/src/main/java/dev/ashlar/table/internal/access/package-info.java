/// How one field of a row is reached, in every kind of memory. Generated classes call it, so this
/// package is exported at run time to the modules that they are in.
@NullMarked
package dev.ashlar.table.internal.access;

import org.jspecify.annotations.NullMarked;
