/// What is known of the values in blocks of rows: how it is found, and the file that has it.
@NullMarked
package dev.ashlar.table.internal.statistics;

import org.jspecify.annotations.NullMarked;
