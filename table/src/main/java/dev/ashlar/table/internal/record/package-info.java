/// Records that are made from a schema's text, for programs that do not have the record.
@NullMarked
package dev.ashlar.table.internal.record;

import org.jspecify.annotations.NullMarked;
