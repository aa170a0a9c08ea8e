/// The experiment `access`: the cost of an access in a loop, in long straight-line code, and in a
/// hash.
///
/// A [Memory][dev.ashlar.lab.access.Memory] is the memory of a contender. The loops and the hash
/// are written once, over that class. A measured JVM loads one subclass of it, so each call of an
/// accessor is direct. The subclasses are rows of a template: a new contender is a row. Contenders
/// with segments have loops over `long` values and a hash of their own. Straight-line code is
/// generated for each contender.
@NullMarked
package dev.ashlar.lab.access;

import org.jspecify.annotations.NullMarked;
