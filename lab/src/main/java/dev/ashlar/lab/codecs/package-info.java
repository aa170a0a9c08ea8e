/// The experiment `codecs`: typical code on raw memory, with dozens of accesses in a method. Each
/// codec is written twice: over [Memory][dev.ashlar.lab.access.Memory], and over segments.
/// Contenders that use segments run the version over segments, all others the version over
/// `Memory`.
@NullMarked
package dev.ashlar.lab.codecs;

import org.jspecify.annotations.NullMarked;
