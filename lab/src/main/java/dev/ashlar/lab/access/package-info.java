/// The experiment `access`: the cost of an access in a loop, in long straight-line code, and in a
/// hash.
///
/// A [Memory][dev.ashlar.lab.access.Memory] is a contender. The timed code is written once, over
/// that class. A measured JVM loads one subclass of it, so each call of an accessor is direct. The
/// contenders that cast segments to a class that C2 knows have their own loops, over plain
/// segments.
@NullMarked
package dev.ashlar.lab.access;

import org.jspecify.annotations.NullMarked;
