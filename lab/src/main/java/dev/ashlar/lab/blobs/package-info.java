/// The experiment `blobs`: large values kept on the heap or off it, fetched, copied and dropped.
@NullMarked
package dev.ashlar.lab.blobs;

import org.jspecify.annotations.NullMarked;
