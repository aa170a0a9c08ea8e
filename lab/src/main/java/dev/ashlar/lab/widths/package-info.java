/// The experiment `widths`: tables with few and many fields, with few and many chunks, and of one
/// or several kinds.
///
/// Records, cursors and loops are [generated][dev.ashlar.lab.widths.WideCode] for each number of
/// fields.
@NullMarked
package dev.ashlar.lab.widths;

import org.jspecify.annotations.NullMarked;
