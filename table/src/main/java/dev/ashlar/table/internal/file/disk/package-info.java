/// What the files of tables ask of the operating system: forcing, locking, mapping, lengthening.
@NullMarked
package dev.ashlar.table.internal.file.disk;

import org.jspecify.annotations.NullMarked;
