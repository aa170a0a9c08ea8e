/// The measured JVMs of a round take turns: all are there at once, and one of them measures.
///
/// [Turns] is in the JVM of the run, and [Turn] in each of the measured ones.
@NullMarked
package dev.ashlar.lab.turns;

import org.jspecify.annotations.NullMarked;
