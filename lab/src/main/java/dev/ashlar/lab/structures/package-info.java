/// The experiment `structures`: a ring buffer, a hash table, a linked list and an array of structs
/// in raw memory.
///
/// The code of the structures is a template, which expands to classes over
/// [Memory][dev.ashlar.lab.access.Memory], over plain segments, and over segments that are cast to
/// a class that C2 knows.
@NullMarked
package dev.ashlar.lab.structures;

import org.jspecify.annotations.NullMarked;
