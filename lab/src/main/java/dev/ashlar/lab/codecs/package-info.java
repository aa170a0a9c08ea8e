/// The experiment `codecs`: what people write on raw memory, with dozens of accesses in a method.
/// The codecs are written once and run on each contender's memory. The decoders are written once
/// more, over plain segments, for the contenders that differ in the class of a segment that C2
/// knows.
@NullMarked
package dev.ashlar.lab.codecs;

import org.jspecify.annotations.NullMarked;
