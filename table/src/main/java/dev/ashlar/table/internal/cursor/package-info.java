/// What the methods of a user's cursor interface mean.
@NullMarked
package dev.ashlar.table.internal.cursor;

import org.jspecify.annotations.NullMarked;
