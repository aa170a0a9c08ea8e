/// The record as a schema: its fields, their stored types, and their places in a row.
@NullMarked
package dev.ashlar.table.internal.schema;

import org.jspecify.annotations.NullMarked;
