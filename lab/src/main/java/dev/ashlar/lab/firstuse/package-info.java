/// The experiment `first-use`: what a part costs a JVM that has not used it yet.
@NullMarked
package dev.ashlar.lab.firstuse;

import org.jspecify.annotations.NullMarked;
