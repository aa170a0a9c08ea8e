/// What values of a component are stored as. Called by generated classes; exported to their module
/// at run time.
@NullMarked
package dev.ashlar.table.internal.value;

import org.jspecify.annotations.NullMarked;
