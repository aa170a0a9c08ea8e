/// The measured JVMs of a round take turns: all of them are alive, and only one measures at a time.
///
/// The JVM of the run uses [Turns], and each measured JVM uses [Turn].
@NullMarked
package dev.ashlar.lab.turns;

import org.jspecify.annotations.NullMarked;
