/// The record as a schema: its fields, what they are stored as, and where they lie in a row.
@NullMarked
package dev.ashlar.table.internal.schema;

import org.jspecify.annotations.NullMarked;
