/// What a run of the lab measured, as records and as a JSON file, and how two runs differ.
@NullMarked
package dev.ashlar.results;

import org.jspecify.annotations.NullMarked;
