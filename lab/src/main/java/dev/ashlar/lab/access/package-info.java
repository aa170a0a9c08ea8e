/// The experiment `access`: the cost of an access in a loop, in long straight-line code, and in a
/// hash.
///
/// A [Memory][dev.ashlar.lab.access.Memory] is the memory of a contender. The loops and the hash
/// are written once, over that class. A measured JVM loads one subclass of it, so each call of an
/// accessor is direct. Contenders with segments have their own code for the hash and for loops over
/// `long` values. Straight-line code is generated for each contender.
@NullMarked
package dev.ashlar.lab.access;

import org.jspecify.annotations.NullMarked;
