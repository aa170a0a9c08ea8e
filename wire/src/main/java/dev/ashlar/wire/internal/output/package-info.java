/// The buffer of a writer, and the code that stores values in it.
@NullMarked
package dev.ashlar.wire.internal.output;

import org.jspecify.annotations.NullMarked;
