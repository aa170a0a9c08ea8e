// SPDX-License-Identifier: Apache-2.0
/// The content of a compilation log: the JVM, its compilations, their calls, and uncommon traps.
///
/// A [Compilation][dev.ashlar.jit.compilation.Compilation] has a
/// [CallTree][dev.ashlar.jit.compilation.CallTree]. Each
/// [CallSite][dev.ashlar.jit.compilation.CallSite] in it has a
/// [Decision][dev.ashlar.jit.compilation.Decision] for each target, with the tree of the target if
/// it is inlined.
///
/// ```java
/// CompilationLog log = CompilationLog.read(Path.of("jit.log"));
/// for (Compilation compilation : log.compilations()) {
///   System.out.println(compilation.method().shortName());
/// }
/// ```
@NullMarked
package dev.ashlar.jit.compilation;

import org.jspecify.annotations.NullMarked;
