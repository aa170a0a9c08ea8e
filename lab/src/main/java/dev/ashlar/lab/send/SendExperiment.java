// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.send;

import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.PairedExperiment;
import dev.ashlar.memory.Bytes;
import java.util.List;
import java.util.Locale;

/// Compares sending bytes to a local socket.
public final class SendExperiment extends PairedExperiment {
  private static final String ASHLAR = "ashlar";
  private static final String ASHLAR_POOL = "ashlar-pool";
  private static final String BYTEBUFFER = "bytebuffer";
  private static final String SEGMENT = "segment";

  /// Makes the experiment.
  public SendExperiment() {
    addContender(ASHLAR, "Bytes, seen as a ByteBuffer for each message");
    addContender(ASHLAR_POOL, "Bytes, copied through a lease of NativePool, 64 KiB at a time");
    addContender(BYTEBUFFER, "the JDK's ByteBuffer, kept and rewound");
    addContender(SEGMENT, "the JDK's MemorySegment, seen as a ByteBuffer for each message");
    addContender("netty", "Netty's ByteBuf");
    setJdkContenders(SEGMENT, BYTEBUFFER);
    for (int kibibytes : new int[] {4, 64, 1024}) {
      for (Place place : Place.values()) {
        addCase(place, kibibytes);
      }
    }
    for (String name : List.of("send-64k-heap", "send-64k-native")) {
      addHeadline(name, ASHLAR, ASHLAR_POOL, BYTEBUFFER);
    }
    addDefault("send-64k-native", ASHLAR, BYTEBUFFER);
  }

  private void addCase(Place place, int kibibytes) {
    String memory = place.name().toLowerCase(Locale.ROOT);
    String size = kibibytes == 1024 ? "1m" : kibibytes + "k";
    String name = "send-%s-%s".formatted(size, memory);
    addCase(
            name,
            memory,
            "%,d KiB of %s memory to a Unix domain socket, and read from its other end"
                .formatted(kibibytes, memory),
            SendWorkload.COUNT)
        .alone();
    List<String> ours = place == Place.HEAP ? List.of() : List.of(JvmFlags.NATIVE_ACCESS);
    add(
        name,
        ASHLAR,
        place,
        kibibytes,
        ours,
        memoryOf -> {
          Bytes bytes = Bytes.of(memoryOf);
          return new BufferSender(bytes::asByteBuffer);
        });
    add(name, ASHLAR_POOL, place, kibibytes, List.of(JvmFlags.NATIVE_ACCESS), PoolSender::new);
    add(
        name,
        BYTEBUFFER,
        place,
        kibibytes,
        List.of(),
        memoryOf -> {
          var buffer = memoryOf.asByteBuffer();
          return new BufferSender(buffer::rewind);
        });
    add(
        name,
        SEGMENT,
        place,
        kibibytes,
        List.of(),
        memoryOf -> new BufferSender(memoryOf::asByteBuffer));
    add(
        name,
        "netty",
        place,
        kibibytes,
        List.of(),
        memoryOf -> new NettySender(memoryOf.asByteBuffer()));
  }

  private void add(
      String name,
      String contender,
      Place place,
      int kibibytes,
      List<String> flags,
      Sender.Factory factory) {
    addWork(name, contender, flags, () -> new SendWorkload(place, kibibytes << 10, factory));
  }

  @Override
  public String name() {
    return "send";
  }

  @Override
  public String title() {
    return "Bytes to a socket";
  }

  @Override
  public String question() {
    return "A socket takes bytes from native memory only: from an array they are copied first, to a"
        + " buffer that the JDK keeps for each thread. What does it cost to send a message from the"
        + " heap, from native and from mapped memory, and is a copy to a pool's buffer any better?";
  }
}
