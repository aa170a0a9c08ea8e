/// Generates random programs from a seed, to find code in which Ashlar is slow.
///
/// A [Shape][dev.ashlar.lab.shapes.Shape] has memory, the values that are accessed in it, and a
/// frame: a loop, or single calls at a megamorphic call site. Its source is one Java file with the
/// same program several times, once for each [Side][dev.ashlar.lab.shapes.Side].
@NullMarked
package dev.ashlar.lab.shapes;

import org.jspecify.annotations.NullMarked;
