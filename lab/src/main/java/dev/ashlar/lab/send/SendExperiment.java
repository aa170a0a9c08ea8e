// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.send;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.memory.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// Compares sending bytes to a local socket.
public final class SendExperiment extends Experiment {
  private static final String ASHLAR = "ashlar";
  private static final String ASHLAR_POOL = "ashlar-pool";
  private static final String BYTEBUFFER = "bytebuffer";
  private static final String SEGMENT = "segment";

  public SendExperiment() {
    super(
        "send",
        "Bytes to a socket",
        "A socket takes bytes from native memory only: from an array they are copied first, to a"
            + " buffer that the JDK keeps for each thread. What does it cost to send a message from the"
            + " heap, from native and from mapped memory, and is a copy to a pool's buffer any better?");
    addContender(ASHLAR, "Bytes, seen as a ByteBuffer for each message");
    addContender(ASHLAR_POOL, "Bytes, copied through a lease of NativePool, 64 KiB at a time");
    addContender(BYTEBUFFER, "the JDK's ByteBuffer, kept and rewound");
    addContender(SEGMENT, "the JDK's MemorySegment, seen as a ByteBuffer for each message");
    addContender("netty", "Netty's ByteBuf");
    setJdkContenders(SEGMENT, BYTEBUFFER);
    for (int kibibytes : new int[] {4, 64, 1024}) {
      for (MemoryKind kind : List.of(MemoryKind.HEAP, MemoryKind.NATIVE, MemoryKind.MAPPED)) {
        addCase(kind, kibibytes);
      }
    }
    for (String name : List.of("send-64k-heap", "send-64k-native")) {
      addHeadline(name, ASHLAR, ASHLAR_POOL, BYTEBUFFER);
    }
    addDefault("send-64k-native", ASHLAR, BYTEBUFFER);
  }

  private void addCase(MemoryKind kind, int kibibytes) {
    String size = kibibytes == 1024 ? "1m" : kibibytes + "k";
    String name = "send-%s-%s".formatted(size, kind);
    addCase(
            name,
            kind.toString(),
            "%,d KiB of %s memory to a Unix domain socket, and read from its other end"
                .formatted(kibibytes, kind),
            SendWorkload.COUNT)
        .alone();
    Function<Sender.Factory, Supplier<Workload>> work =
        factory -> () -> new SendWorkload(kind, kibibytes << 10, factory);
    addWork(
            name,
            ASHLAR,
            work.apply(memory -> {
              Bytes bytes = Bytes.of(memory);
              return new Sender.OfBuffer(bytes::asByteBuffer);
            }))
        .flags(kind == MemoryKind.HEAP ? List.of() : List.of(JvmFlags.NATIVE_ACCESS));
    addWork(name, ASHLAR_POOL, work.apply(Sender.OfPool::new)).flags(JvmFlags.NATIVE_ACCESS);
    addWork(
        name,
        BYTEBUFFER,
        work.apply(memory -> {
          ByteBuffer buffer = memory.asByteBuffer();
          return new Sender.OfBuffer(buffer::rewind);
        }));
    addWork(name, SEGMENT, work.apply(memory -> new Sender.OfBuffer(memory::asByteBuffer)));
    addWork(name, "netty", work.apply(memory -> new Sender.OfNetty(memory.asByteBuffer())));
  }
}
