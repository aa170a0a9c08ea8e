/// The experiment `codecs`: typical code on raw memory, with dozens of accesses in a method. The
/// codecs are written once, and run on the memory of each contender. For the contenders that cast
/// segments to a class that C2 knows, the decoders are also written over plain segments.
@NullMarked
package dev.ashlar.lab.codecs;

import org.jspecify.annotations.NullMarked;
