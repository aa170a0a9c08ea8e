// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.access.Memory.Place;
import dev.ashlar.lab.experiment.JvmFlags;
import java.util.List;

/// The contenders that reach memory, each in its way.
public enum Memories {
  ASHLAR("ashlar", "Bytes"),
  SEGMENT("segment", "the JDK's MemorySegment"),
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

  /// {@return the JVM flags that a user of such memory has to pass}
  public List<String> flags(Place place) {
    return switch (this) {
      case AGRONA -> List.of(JvmFlags.INTERNAL_UNSAFE);
      case ASHLAR -> place == Place.HEAP ? List.of() : List.of(JvmFlags.NATIVE_ACCESS);
      default -> List.of();
    };
  }

  /// {@return whether this contender has memory there}
  public boolean has(Place place) {
    return place == Place.HEAP || this != VARHANDLE;
  }

  /// {@return new memory, all zero, at an address that is a multiple of eight if it is native}
  public Memory allocate(Place place, int byteSize) {
    return switch (this) {
      case ASHLAR -> new BytesMemory(place, byteSize);
      case SEGMENT -> new SegmentMemory(place, byteSize);
      case BYTEBUFFER -> new ByteBufferMemory(place, byteSize);
      case VARHANDLE -> new VarHandleMemory(byteSize);
      case UNSAFE -> new UnsafeMemory(place, byteSize);
      case AGRONA -> new AgronaMemory(place, byteSize);
    };
  }
}
