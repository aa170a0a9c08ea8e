/// What to write instead of a method of `sun.misc.Unsafe`.
///
/// The data is the page `docs/unsafe.md` itself, which is a resource of this module: people and
/// tools read the same rows, and a test runs each.
///
/// ```java
/// for (Replacement replacement : Advice.forMethod("putInt", "(JI)V").orElseThrow().replacements()) {
///   System.out.println(replacement.task() + ": " + replacement.jdk().line());
/// }
/// ```
@NullMarked
package dev.ashlar.unsafe.advice;

import org.jspecify.annotations.NullMarked;
