/// Raw bytes: where they live and how they are reached.
///
/// [Bytes][dev.ashlar.memory.Bytes] is a bounded run of bytes, on the heap or native; its accessors
/// stay fast whatever kinds of memory the rest of the program uses.
/// [Unzeroed][dev.ashlar.memory.Unzeroed] makes memory that is about to be written anyway, without
/// zeroing it first.
///
/// ```java
/// Bytes header = Bytes.of(new byte[16]);
/// header.putInt(0, 0xCAFE);
/// header.putLong(8, 42);
///
/// try (Arena arena = Arena.ofConfined()) {
///   Bytes page = Bytes.of(arena.allocate(4096, 8));
///   header.copyTo(0, page, 0, 16);
///   page.atomics().getAndAddLong(8, 1);
/// }
///
/// byte[] line = Unzeroed.bytes(80, sink -> sink.fill((byte) '-', 80));
/// ```
@NullMarked
package dev.ashlar.memory;

import org.jspecify.annotations.NullMarked;
