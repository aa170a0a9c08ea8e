/// The syntax of a compilation log: lines, tags, attributes and escapes. It knows nothing of their
/// meaning.
@NullMarked
package dev.ashlar.jit.internal.log;

import org.jspecify.annotations.NullMarked;
