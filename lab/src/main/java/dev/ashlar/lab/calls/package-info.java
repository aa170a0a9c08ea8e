/// The experiment `calls`: memory for one native call.
///
/// A [NativeCall][dev.ashlar.lab.calls.NativeCall] is the work of a case. A
/// [CallMemory][dev.ashlar.lab.calls.CallMemory] is a contender. Contenders differ in nothing else.
@NullMarked
package dev.ashlar.lab.calls;

import org.jspecify.annotations.NullMarked;
