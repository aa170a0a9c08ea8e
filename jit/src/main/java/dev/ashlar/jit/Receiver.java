package dev.ashlar.jit;

/// A class that HotSpot saw at a virtual call, and how often.
///
/// @param holder binary name of the class
public record Receiver(String holder, long count) {}
