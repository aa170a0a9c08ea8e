/// The implementation of `Specialized`: copies of a class, one for each combination of the kinds of
/// memory segments that its methods or its constructor get.
///
/// A [Family][dev.ashlar.memory.internal.specialized.Family] has the copies of one class. Its front
/// is a copy that has the original's interfaces and calls the others. Calls with segments go
/// through a [DispatchSite][dev.ashlar.memory.internal.specialized.DispatchSite], which compares
/// classes.
@NullMarked
package dev.ashlar.memory.internal.specialized;

import org.jspecify.annotations.NullMarked;
