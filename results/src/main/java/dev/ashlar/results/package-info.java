/// The results of a run of the lab, as records and as a JSON file, and the differences between two
/// runs.
@NullMarked
package dev.ashlar.results;

import org.jspecify.annotations.NullMarked;
