/// Programs drawn from a seed, to find code that Ashlar is slow in.
///
/// A [Shape][dev.ashlar.lab.shapes.Shape] is a memory, the values that are touched in it, and the
/// frame they are touched in: a loop, or single calls from a megamorphic call site. Its source is
/// one Java file with the same program three times, once for each
/// [Side][dev.ashlar.lab.shapes.Side].
@NullMarked
package dev.ashlar.lab.shapes;

import org.jspecify.annotations.NullMarked;
