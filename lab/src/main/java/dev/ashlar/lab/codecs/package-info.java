/// The experiment `codecs`: what people write on raw memory, with dozens of accesses in a method.
/// The codecs are written once and run on each contender's memory.
@NullMarked
package dev.ashlar.lab.codecs;

import org.jspecify.annotations.NullMarked;
