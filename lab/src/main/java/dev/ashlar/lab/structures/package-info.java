/// The experiment `structures`: a ring buffer, a hash table, a linked list and an array of structs
/// in raw memory.
///
/// Each structure is written once, over [Memory][dev.ashlar.lab.access.Memory].
@NullMarked
package dev.ashlar.lab.structures;

import org.jspecify.annotations.NullMarked;
