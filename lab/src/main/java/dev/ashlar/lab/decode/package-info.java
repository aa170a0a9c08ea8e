/// The experiment `decode`: what it costs to reach memory, and what that depends on.
@NullMarked
package dev.ashlar.lab.decode;

import org.jspecify.annotations.NullMarked;
