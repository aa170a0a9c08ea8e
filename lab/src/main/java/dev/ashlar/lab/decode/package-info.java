/// The experiment `decode`: the cost of accessing memory, and the conditions on which it depends.
@NullMarked
package dev.ashlar.lab.decode;

import org.jspecify.annotations.NullMarked;
