/// The experiment `files`: the cost of durability and checksums for a table in a file.
@NullMarked
package dev.ashlar.lab.files;

import org.jspecify.annotations.NullMarked;
