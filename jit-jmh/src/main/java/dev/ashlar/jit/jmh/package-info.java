/// A JMH profiler that explains HotSpot's decisions.
///
/// ```
/// java -jar benchmarks.jar -prof dev.ashlar.jit.jmh.JitProfiler
/// java -jar benchmarks.jar -prof "dev.ashlar.jit.jmh.JitProfiler:top=10;keep;dir=logs"
/// ```
///
/// It prints the findings in the benchmark's code under each benchmark, the hottest first; see
/// [JitProfiler][dev.ashlar.jit.jmh.JitProfiler].
@NullMarked
package dev.ashlar.jit.jmh;

import org.jspecify.annotations.NullMarked;
