/// The meaning of the methods of a user's cursor interface.
@NullMarked
package dev.ashlar.table.internal.cursor;

import org.jspecify.annotations.NullMarked;
