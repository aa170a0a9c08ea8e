/// The experiment `strings`: encoding a String field in UTF-8.
@NullMarked
package dev.ashlar.lab.strings;

import org.jspecify.annotations.NullMarked;
