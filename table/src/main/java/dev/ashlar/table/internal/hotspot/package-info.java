/// The warm-up of tables: it gives HotSpot profiles of all used kinds of memory before a loop is
/// compiled.
@NullMarked
package dev.ashlar.table.internal.hotspot;

import org.jspecify.annotations.NullMarked;
