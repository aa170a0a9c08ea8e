/// The experiment `codecs`: typical code on raw memory, with dozens of accesses in a method.
/// Contenders that use segments run code over segments, all others code over
/// [Memory][dev.ashlar.lab.access.Memory].
@NullMarked
package dev.ashlar.lab.codecs;

import org.jspecify.annotations.NullMarked;
