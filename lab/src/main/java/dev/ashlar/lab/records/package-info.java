/// The experiment `records`: where many small records are kept, and what that costs.
///
/// A [Store][dev.ashlar.lab.records.Store] is one way to keep them, and holds what is timed. All
/// hold the same [trades][dev.ashlar.lab.records.Trades].
@NullMarked
package dev.ashlar.lab.records;

import org.jspecify.annotations.NullMarked;
