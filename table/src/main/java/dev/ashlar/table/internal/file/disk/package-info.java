/// The operations on files of tables that depend on the operating system: forcing, locking,
/// mapping, lengthening.
@NullMarked
package dev.ashlar.table.internal.file.disk;

import org.jspecify.annotations.NullMarked;
