/// Reads recordings and logs of a JVM about its use of `sun.misc.Unsafe`.
///
/// HotSpot's compilation log has the calls in C2's code. A JFR recording has CPU samples and first
/// links. A log of exceptions has the calls that were denied.
///
/// ```java
/// CompilationLog log = CompilationLog.read(Path.of("jit.log"));
/// for (ExecutedMethod method : UnsafeRun.of(log, Path.of("jit.jfr")).methods()) {
///   System.out.println(method.heat() + " " + method.method() + ": " + method.calls());
/// }
/// ```
@NullMarked
package dev.ashlar.unsafe.run;

import org.jspecify.annotations.NullMarked;
