/// The file of a mapped table: creating and opening, commits, growth, checksums, the writer's lock.
@NullMarked
package dev.ashlar.table.internal.file;

import org.jspecify.annotations.NullMarked;
