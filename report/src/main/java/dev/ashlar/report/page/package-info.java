/// The data of the pages, with each figure as text, and the templates that render it. The other
/// packages fill it from the models.
@NullMarked
package dev.ashlar.report.page;

import org.jspecify.annotations.NullMarked;
