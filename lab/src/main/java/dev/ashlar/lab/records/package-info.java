/// The experiment `records`: the costs of storing many small records in different ways.
///
/// A [Store][dev.ashlar.lab.records.Store] is one way to store records, and contains the timed
/// code. All stores have the same [trades][dev.ashlar.lab.records.Trades].
@NullMarked
package dev.ashlar.lab.records;

import org.jspecify.annotations.NullMarked;
