/// The commands `ashlar lab` and `ashlar jit`.
@NullMarked
package dev.ashlar.cli;

import org.jspecify.annotations.NullMarked;
