/// The memory of rows: the chunks of a table, in arrays, in native memory or in a mapping.
@NullMarked
package dev.ashlar.table.internal.memory;

import org.jspecify.annotations.NullMarked;
