/// The experiment `stores`: stores that keep records on the disk of one machine, and find them.
///
/// A [TripStore][dev.ashlar.lab.stores.TripStore] keeps and finds trips, and contains the timed
/// code. Each [Question][dev.ashlar.lab.stores.Question] is a case.
/// [Peers][dev.ashlar.lab.stores.Peers] loads the classes of stores that are not part of the lab.
@NullMarked
package dev.ashlar.lab.stores;

import org.jspecify.annotations.NullMarked;
