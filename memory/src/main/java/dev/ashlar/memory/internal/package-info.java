/// What the modules of Ashlar share and nobody else may use.
@NullMarked
package dev.ashlar.memory.internal;

import org.jspecify.annotations.NullMarked;
