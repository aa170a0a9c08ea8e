/// Conversion of a component's values to their stored form. Generated classes call it through
/// `GeneratedCode`.
@NullMarked
package dev.ashlar.table.internal.value;

import org.jspecify.annotations.NullMarked;
