/// Finds, in class files, the code that uses `sun.misc.Unsafe` and related methods.
@NullMarked
package dev.ashlar.unsafe;

import org.jspecify.annotations.NullMarked;
