/// The experiment `strings`: a String field onto the wire.
@NullMarked
package dev.ashlar.lab.strings;

import org.jspecify.annotations.NullMarked;
