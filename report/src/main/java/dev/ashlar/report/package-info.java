/// Pages, text and JSON of what the lab measured and of what `ashlar jit` found.
@NullMarked
package dev.ashlar.report;

import org.jspecify.annotations.NullMarked;
