/// Generates the class of a record's tables and the classes of cursors. What these extend and call
/// is given by their user, so nothing here depends on the API.
@NullMarked
package dev.ashlar.table.internal.codegen;

import org.jspecify.annotations.NullMarked;
