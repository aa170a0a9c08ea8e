/// The experiment `first-use`: the cost of a part in a JVM that has not used it before.
@NullMarked
package dev.ashlar.lab.firstuse;

import org.jspecify.annotations.NullMarked;
