/// The data of the pages, with each figure as text, and the templates that render the data. The
/// other packages convert the models to this data.
@NullMarked
package dev.ashlar.report.page;

import org.jspecify.annotations.NullMarked;
