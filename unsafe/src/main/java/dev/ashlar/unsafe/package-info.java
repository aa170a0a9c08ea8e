/// Finds the code that uses `sun.misc.Unsafe` and its relatives in class files.
@NullMarked
package dev.ashlar.unsafe;

import org.jspecify.annotations.NullMarked;
