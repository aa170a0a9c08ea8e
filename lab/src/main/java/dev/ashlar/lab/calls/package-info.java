/// The experiment `calls`: memory for one native call.
///
/// A [NativeCall][dev.ashlar.lab.calls.NativeCall] is the work; a
/// [CallMemory][dev.ashlar.lab.calls.CallMemory] is a contender, and all that differs between two
/// of them.
@NullMarked
package dev.ashlar.lab.calls;

import org.jspecify.annotations.NullMarked;
