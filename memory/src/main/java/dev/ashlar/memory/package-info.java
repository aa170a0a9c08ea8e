/// Raw bytes: where they live and how they are reached.
///
/// [NativeStack][dev.ashlar.memory.NativeStack] is scratch memory for the length of a call: a
/// thread pushes a frame, the frame is an [Arena][java.lang.foreign.Arena], and popping it ends the
/// lifetime of all that was allocated from it. [NativePool][dev.ashlar.memory.NativePool] is
/// scratch memory that outlives a call or changes hands, such as I/O buffers: blocks of a bounded
/// total are leased and released.
///
/// ```java
/// try (var frame = NativeStack.current().push()) {
///   long length = (long) STRLEN.invokeExact(frame.allocateFrom("what the call needs"));
/// }
///
/// try (var pool = NativePool.create(16 << 20);
///     var lease = pool.acquire(64 << 10)) {
///   channel.read(lease.segment().asByteBuffer());
/// }
/// ```
///
/// Both reach native memory through restricted methods: start Java with
/// `--enable-native-access=dev.ashlar.memory`, or `=ALL-UNNAMED` on the class path.
@NullMarked
package dev.ashlar.memory;

import org.jspecify.annotations.NullMarked;
