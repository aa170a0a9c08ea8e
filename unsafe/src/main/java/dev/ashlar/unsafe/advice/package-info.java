/// Advice on what to write instead of each method of `sun.misc.Unsafe`.
///
/// The data is the page `docs/unsafe.md`, which is a resource of this module. So people and tools
/// read the same rows, and a test runs each row.
///
/// ```java
/// for (Replacement replacement : Advice.forMethod("putInt", "(JI)V").orElseThrow().replacements()) {
///   System.out.println(replacement.task() + ": " + replacement.jdk().line());
/// }
/// ```
@NullMarked
package dev.ashlar.unsafe.advice;

import org.jspecify.annotations.NullMarked;
