/// Raw memory: allocation and access.
///
/// [Bytes][dev.ashlar.memory.Bytes] is a bounded run of bytes, on the heap or native. Its accessors
/// stay fast whatever kinds of memory the rest of the program uses.
/// [Unzeroed][dev.ashlar.memory.Unzeroed] makes memory that is about to be written anyway, without
/// zeroing it first.
///
/// ```java
/// Bytes header = Bytes.of(new byte[16]);
/// header.setInt(0, 0xCAFE);
/// header.setLong(8, 42);
///
/// try (Arena arena = Arena.ofConfined()) {
///   Bytes page = Bytes.of(arena.allocate(4096, 8));
///   header.copyTo(0, page, 0, 16);
///   page.atomics().getAndAddLong(8, 1);
/// }
///
/// byte[] line = Unzeroed.bytes(80, sink -> sink.fill((byte) '-', 80));
/// ```
///
/// [NativeStack][dev.ashlar.memory.NativeStack] is scratch memory for the length of a call. A
/// thread pushes a frame, which is an [Arena][java.lang.foreign.Arena]. Closing it ends the
/// lifetime of all that was allocated from it. [NativePool][dev.ashlar.memory.NativePool] is
/// scratch memory that outlives a call or changes hands, such as I/O buffers: blocks of a bounded
/// total are leased and released.
///
/// ```java
/// try (var frame = NativeStack.current().push()) {
///   MemorySegment name = frame.allocateFrom("what the call needs");
/// }
///
/// try (var pool = NativePool.create(16 << 20);
///     var lease = pool.acquire(64 << 10)) {
///   ByteBuffer buffer = lease.segment().asByteBuffer();
/// }
/// ```
///
/// Stacks and pools use restricted methods to get native memory: start Java with
/// `--enable-native-access=dev.ashlar.memory`, or `=ALL-UNNAMED` on the class path.
@NullMarked
package dev.ashlar.memory;

import org.jspecify.annotations.NullMarked;
