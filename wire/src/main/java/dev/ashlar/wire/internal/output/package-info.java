/// The buffer of a writer, and what is stored in it.
@NullMarked
package dev.ashlar.wire.internal.output;

import org.jspecify.annotations.NullMarked;
