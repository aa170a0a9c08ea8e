/// What generated classes reach the memory of tables with. It is exported at run time, to the
/// modules that the generated classes are in.
@NullMarked
package dev.ashlar.table.internal;

import org.jspecify.annotations.NullMarked;
