/// Explains HotSpot's inlining decisions and deoptimizations.
///
/// HotSpot compiles hot methods, and at each call it decides: inline the callee, use an intrinsic,
/// or emit a call. With `-XX:+UnlockDiagnosticVMOptions -XX:+LogCompilation -XX:LogFile=jit.log` it
/// logs each decision and its reason. [CompilationLog][dev.ashlar.jit.CompilationLog] reads that
/// file. A [CallTree][dev.ashlar.jit.compilation.CallTree] is a method with all methods inlined in
/// it. A [Finding][dev.ashlar.jit.Finding] is a decision that costs time, with advice.
///
/// ```java
/// CompilationLog log = CompilationLog.read(Path.of("jit.log")).withSourceLines();
/// for (Finding finding : log.findings()) {
///   System.out.println(finding.where() + ": " + finding.meaning());
/// }
/// ```
@NullMarked
package dev.ashlar.jit;

import org.jspecify.annotations.NullMarked;
