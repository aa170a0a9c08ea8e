/// The format of a table's file: header, commits, blocks and their checksums.
@NullMarked
package dev.ashlar.table.internal.file.format;

import org.jspecify.annotations.NullMarked;
