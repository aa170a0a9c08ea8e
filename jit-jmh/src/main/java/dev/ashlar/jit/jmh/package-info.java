/// A JMH profiler that says why HotSpot did what it did.
///
/// ```
/// java -jar benchmarks.jar -prof dev.ashlar.jit.jmh.JitProfiler
/// java -jar benchmarks.jar -prof "dev.ashlar.jit.jmh.JitProfiler:top=10;keep;dir=logs"
/// ```
///
/// Under each benchmark stands what was found in its own code, the hottest first; see
/// [JitProfiler][dev.ashlar.jit.jmh.JitProfiler].
@NullMarked
package dev.ashlar.jit.jmh;

import org.jspecify.annotations.NullMarked;
