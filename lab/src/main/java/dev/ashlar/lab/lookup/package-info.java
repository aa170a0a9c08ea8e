/// The experiment `lookup`: rows that are found by a key, and rows whose text is compared.
///
/// A [KeyIndex][dev.ashlar.lab.lookup.KeyIndex] finds rows, and
/// [CustomerTexts][dev.ashlar.lab.lookup.CustomerTexts] keep texts. Each holds what is timed.
@NullMarked
package dev.ashlar.lab.lookup;

import org.jspecify.annotations.NullMarked;
