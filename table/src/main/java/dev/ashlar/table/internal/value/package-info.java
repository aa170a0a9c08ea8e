/// What values of a component are stored as. Generated classes call it through `GeneratedCode`.
@NullMarked
package dev.ashlar.table.internal.value;

import org.jspecify.annotations.NullMarked;
