/// The experiment `access`: what one access costs in a loop, in long straight-line code, and in a
/// hash.
///
/// A [Memory][dev.ashlar.lab.access.Memory] is a contender. What is timed is written once, over
/// that class. A measured JVM links one subclass of it, so each call of an accessor is direct. What
/// differs in the class of a segment that C2 knows has loops of its own, over plain segments.
@NullMarked
package dev.ashlar.lab.access;

import org.jspecify.annotations.NullMarked;
