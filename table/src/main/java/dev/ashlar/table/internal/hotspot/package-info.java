/// What tables do so that HotSpot has profiles of all kinds of memory before it compiles a loop.
@NullMarked
package dev.ashlar.table.internal.hotspot;

import org.jspecify.annotations.NullMarked;
