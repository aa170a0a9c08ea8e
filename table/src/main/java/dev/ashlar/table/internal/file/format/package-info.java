/// What is where in the file of a table: header, commits, blocks and their checksums.
@NullMarked
package dev.ashlar.table.internal.file.format;

import org.jspecify.annotations.NullMarked;
