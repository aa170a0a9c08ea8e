/// The experiment `structures`: a ring buffer, a hash table, a linked list and an array of structs
/// in raw memory.
///
/// Each structure is written twice: over [Memory][dev.ashlar.lab.access.Memory], and over plain
/// segments for the contenders that cast them to a class that C2 knows.
@NullMarked
package dev.ashlar.lab.structures;

import org.jspecify.annotations.NullMarked;
