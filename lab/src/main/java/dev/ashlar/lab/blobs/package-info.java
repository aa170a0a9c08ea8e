/// The experiment `blobs`: large values on and off the heap, which are fetched, copied and dropped.
@NullMarked
package dev.ashlar.lab.blobs;

import org.jspecify.annotations.NullMarked;
