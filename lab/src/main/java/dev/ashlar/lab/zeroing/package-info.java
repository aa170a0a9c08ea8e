/// The experiment `zeroing`: memory that need not be zero.
@NullMarked
package dev.ashlar.lab.zeroing;

import org.jspecify.annotations.NullMarked;
