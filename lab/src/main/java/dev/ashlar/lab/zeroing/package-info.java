/// The experiment `zeroing`: memory that need not be zeroed.
@NullMarked
package dev.ashlar.lab.zeroing;

import org.jspecify.annotations.NullMarked;
