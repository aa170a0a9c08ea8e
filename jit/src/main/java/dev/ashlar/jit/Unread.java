package dev.ashlar.jit;

/// Something in a log that could not be read.
///
/// @param what as in `torn tags`
/// @param firstByteOffset where in the file it was first met
public record Unread(String what, long count, long firstByteOffset) {}
