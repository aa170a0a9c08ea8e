/// The experiment `widths`: tables of few and many fields, in few and many chunks, of one and of
/// many kinds.
///
/// Records, cursors and loops are [generated][dev.ashlar.lab.widths.WideCode] for each number of
/// fields.
@NullMarked
package dev.ashlar.lab.widths;

import org.jspecify.annotations.NullMarked;
