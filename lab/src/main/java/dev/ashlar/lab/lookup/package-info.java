/// The experiment `lookup`: finding rows by key, and comparing texts of rows.
///
/// A [KeyIndex][dev.ashlar.lab.lookup.KeyIndex] finds rows, and
/// [CustomerTexts][dev.ashlar.lab.lookup.CustomerTexts] stores texts. Both contain the timed code.
@NullMarked
package dev.ashlar.lab.lookup;

import org.jspecify.annotations.NullMarked;
