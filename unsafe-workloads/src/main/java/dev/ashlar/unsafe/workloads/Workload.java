// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.workloads;

/// Work of one library.
public enum Workload {
  LZ4("Codecs", "lz4", 1, Codecs.LENGTH, "aircompressor 0.27: 1 MiB packed by LZ4, and unpacked"),
  ZSTD(
      "Codecs", "zstd", 1, Codecs.LENGTH, "aircompressor 0.27: 1 MiB packed by Zstd, and unpacked"),
  HASHING(
      "Codecs",
      "hashing",
      Codecs.HASHES,
      Codecs.HASHES,
      "zero-allocation-hashing 0.16: xxHash of an array of 1 KiB"),
  KRYO("Codecs", "kryo", Codecs.ROWS, Expected.rows(), "Kryo 5.6.2: four numbers, UnsafeOutput"),
  PROTOBUF(
      "Codecs",
      "protobuf",
      Codecs.TEXTS,
      Codecs.TEXTS * 2L,
      "protobuf-java 3.25.5: two texts written and read"),
  CAFFEINE(
      "Queues",
      "caffeine",
      Queues.LOOKUPS,
      Expected.values(),
      "Caffeine 2.9.3: a key looked up, or put"),
  DISRUPTOR(
      "Queues",
      "disruptor",
      Queues.EVENTS,
      Expected.events(),
      "Disruptor 3.4.4: an event through the ring, by one thread"),
  MPSC(
      "Queues",
      "mpsc",
      Queues.EVENTS,
      Expected.events(),
      "JCTools 4.0.5: MpscArrayQueue, one thread"),
  SPSC(
      "Queues",
      "spsc",
      Queues.EVENTS,
      Expected.events(),
      "JCTools 4.0.5: SpscArrayQueue, one thread"),
  NETTY_DIRECT(
      "Buffers",
      "nettyDirect",
      Buffers.GROUPS,
      Expected.groups(),
      "Netty 4.1.118: int, long and byte in a pooled direct buffer"),
  NETTY_HEAP(
      "Buffers",
      "nettyHeap",
      Buffers.GROUPS,
      Expected.groups(),
      "Netty 4.1.118: int, long and byte in a pooled heap buffer"),
  NETTY_ECHO(
      "Echo",
      "netty",
      Echo.MESSAGES,
      Echo.MESSAGES,
      "Netty 4.1.118: 1 KiB to an echo server and back"),
  AGRONA_HEAP(
      "Buffers",
      "agronaHeap",
      Buffers.LONGS,
      Expected.longs(),
      "Agrona 1.23.1: a long in UnsafeBuffer, over a byte[]"),
  AGRONA_DIRECT(
      "Buffers",
      "agronaDirect",
      Buffers.LONGS,
      Expected.longs(),
      "Agrona 1.23.1: a long in UnsafeBuffer, over a direct ByteBuffer");

  private final String owner;
  private final String method;
  private final int operations;
  private final long expected;
  private final String description;

  Workload(String owner, String method, int operations, long expected, String description) {
    this.owner = owner;
    this.method = method;
    this.operations = operations;
    this.expected = expected;
    this.description = description;
  }

  String owner() {
    return owner;
  }

  String method() {
    return method;
  }

  /// {@return the operations of one run}
  public int operations() {
    return operations;
  }

  /// {@return what a run has to come to, computed without the library}
  public long expected() {
    return expected;
  }

  /// {@return library, version and work}
  public String description() {
    return description;
  }
}
