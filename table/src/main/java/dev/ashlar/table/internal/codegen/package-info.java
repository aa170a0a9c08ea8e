/// Generates the class of a record's tables and the classes of cursors. They extend and call
/// `GeneratedCode`, by its name: nothing here depends on the API.
@NullMarked
package dev.ashlar.table.internal.codegen;

import org.jspecify.annotations.NullMarked;
