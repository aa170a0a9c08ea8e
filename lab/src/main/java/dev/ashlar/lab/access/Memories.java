// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.access.Adapters.AgronaMemory;
import dev.ashlar.lab.access.Adapters.ByteBufferMemory;
import dev.ashlar.lab.access.Adapters.BytesMemory;
import dev.ashlar.lab.access.Adapters.SegmentMemory;
import dev.ashlar.lab.access.Adapters.UnsafeMemory;
import dev.ashlar.lab.access.Adapters.VarHandleMemory;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.results.LabRun;
import java.nio.ByteOrder;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/// The contenders, by the API with which they access memory.
public enum Memories {
  ASHLAR("ashlar", "Bytes"),
  SEGMENT("segment", "the JDK's MemorySegment"),
  SEGMENT_KNOWN("segment-known", "MemorySegment, cast by Segments in front of accesses"),
  SEGMENT_SPECIALIZED(
      "segment-specialized",
      "the code of segment, in copies for each kind of memory by Specialized"),
  BYTEBUFFER("bytebuffer", "the JDK's ByteBuffer"),
  VARHANDLE("varhandle", "VarHandle views of a byte[]"),
  UNSAFE("unsafe", "sun.misc.Unsafe, which checks nothing"),
  AGRONA("agrona", "Agrona's UnsafeBuffer");

  private final String contender;
  private final String description;

  Memories(String contender, String description) {
    this.contender = contender;
    this.description = description;
  }

  public String contender() {
    return contender;
  }

  public String description() {
    return description;
  }

  /// {@return the kind of this contender; segments with Ashlar's helpers count as Ashlar}
  public LabRun.Kind kind() {
    return switch (this) {
      case ASHLAR, SEGMENT_KNOWN, SEGMENT_SPECIALIZED -> LabRun.Kind.ASHLAR;
      case SEGMENT, BYTEBUFFER, VARHANDLE -> LabRun.Kind.JDK;
      case UNSAFE -> LabRun.Kind.UNSAFE;
      case AGRONA -> LabRun.Kind.LIBRARY;
    };
  }

  /// {@return whether this contender differs from [#SEGMENT] only in code over segments}
  public boolean isSegmentOfKnownClass() {
    return this == SEGMENT_KNOWN || this == SEGMENT_SPECIALIZED;
  }

  /// {@return the JVM flags that a user would have to pass}
  public List<String> flags() {
    return this == AGRONA ? List.of(JvmFlags.INTERNAL_UNSAFE) : List.of();
  }

  /// {@return whether this contender supports this kind of memory}
  public boolean has(MemoryKind kind) {
    return kind == MemoryKind.HEAP || this != VARHANDLE;
  }

  /// {@return new zeroed memory; native memory is aligned to eight bytes}
  public Memory allocate(MemoryKind kind, int byteSize) {
    return switch (this) {
      case ASHLAR -> new BytesMemory(kind, byteSize);
      case SEGMENT, SEGMENT_KNOWN, SEGMENT_SPECIALIZED ->
          new SegmentMemory(kind.allocate(byteSize));
      case BYTEBUFFER ->
          new ByteBufferMemory(kind.allocateBuffer(byteSize).order(ByteOrder.LITTLE_ENDIAN));
      case VARHANDLE -> new VarHandleMemory(new byte[byteSize]);
      case UNSAFE -> new UnsafeMemory(kind, byteSize);
      case AGRONA ->
          new AgronaMemory(
              kind == MemoryKind.HEAP
                  ? new UnsafeBuffer(new byte[byteSize])
                  : new UnsafeBuffer(kind.allocateBuffer(byteSize)));
    };
  }
}
