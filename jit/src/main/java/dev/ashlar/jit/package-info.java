/// Why HotSpot did what it did.
///
/// HotSpot compiles what runs often, and at each call decides: inline the callee, replace it by
/// instructions it knows, or leave a call. With `-XX:+UnlockDiagnosticVMOptions -XX:+LogCompilation
/// -XX:LogFile=jit.log` it writes down each decision and what it was based on.
/// [CompilationLog][dev.ashlar.jit.CompilationLog] reads that file;
/// [CallTree][dev.ashlar.jit.CallTree] is a method with everything that was inlined into it;
/// [Finding][dev.ashlar.jit.Finding] is a decision that costs time, and what can be done about it.
///
/// ```java
/// CompilationLog log = CompilationLog.read(Path.of("jit.log"));
/// for (Finding finding : log.findings()) {
///   System.out.println(finding.where() + ": " + finding.meaning());
/// }
/// ```
@NullMarked
package dev.ashlar.jit;

import org.jspecify.annotations.NullMarked;
