/// The events of JFR recordings. Knows nothing else of this module.
@NullMarked
package dev.ashlar.jit.internal.jfr;

import org.jspecify.annotations.NullMarked;
