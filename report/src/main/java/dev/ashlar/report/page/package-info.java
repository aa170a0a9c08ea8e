/// What the pages show, as plain data with every figure already written out, and the templates that
/// set it. Knows nothing of the models: the other packages fill it.
@NullMarked
package dev.ashlar.report.page;

import org.jspecify.annotations.NullMarked;
