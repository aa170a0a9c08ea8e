/// Test assertions about what HotSpot makes of a method.
///
/// Whether a small method is inlined decides about the speed of what calls it, and no ordinary test
/// notices when it stops being so. [JitAssertions][dev.ashlar.jit.junit.JitAssertions] starts a JVM
/// that writes down its compilers' decisions, runs a workload in it, and checks them. They work in
/// JUnit and in anything else that reports an `AssertionError`.
///
/// ```java
/// @Test
/// void theEncoderIsInlined() {
///   JitRun run = inForkedJvm().withFlags("-Xbatch").run(EncodeWorkload.class); // a Runnable
///   run.assertThat(Encoder.class, "encode")
///       .isCompiledByC2()
///       .inlinesAllCalls()
///       .hasNoVirtualCall();
/// }
/// ```
@NullMarked
package dev.ashlar.jit.junit;

import org.jspecify.annotations.NullMarked;
