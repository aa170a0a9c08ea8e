/// The implementation of `Specialized`: copies of a class, one for each combination of the classes
/// of the arguments that decide: memory segments, and objects of types with
/// [DecidesCopies][dev.ashlar.memory.DecidesCopies].
///
/// A [Family][dev.ashlar.memory.internal.specialized.Family] has the copies of one class. For one
/// object of the class, copies have static methods, and a front with the interfaces of the class
/// calls them. For a factory, copies are classes of objects. Calls with such arguments go through a
/// [DispatchSite][dev.ashlar.memory.internal.specialized.DispatchSite], which compares classes.
@NullMarked
package dev.ashlar.memory.internal.specialized;

import org.jspecify.annotations.NullMarked;
