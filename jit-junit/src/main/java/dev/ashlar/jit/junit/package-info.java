/// Test assertions about the code that HotSpot compiles.
///
/// The speed of a method depends on whether its callees are inlined, which ordinary tests do not
/// notice. [JitAssertions][dev.ashlar.jit.junit.JitAssertions] starts a JVM that logs the decisions
/// of its compilers, runs a workload in it, and checks the decisions. The assertions work in JUnit,
/// and in any other framework that reports an `AssertionError`.
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
