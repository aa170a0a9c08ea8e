// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.SunUnsafe;
import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.memory.AtomicBytes;
import dev.ashlar.memory.Bytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import sun.misc.Unsafe;

/// The memory of each contender. A class has the same methods as the others, with the accesses of one API.
///
/// `ByteBuffer`, Agrona's `UnsafeBuffer` and arrays have `int` offsets. VarHandle views of a `byte[]` have no
/// atomic access modes, and say so with an [UnsupportedOperationException].
@SuppressWarnings("removal") // Unsafe is the reference for the others.
final class Adapters {
  private static final ByteOrder LE = ByteOrder.LITTLE_ENDIAN;

  private Adapters() {}

  //@ let  at   (int) offset
  //@ for  Name        Holder         getByte                           setByte                                  get                                   set                                       acquire                                            release
  //@      Agrona      UnsafeBuffer   memory.getByte($at)               memory.putByte($at, value)               memory.get$Type($at, LE)              memory.put$Type($at, value, LE)           memory.getLongAcquire($at)                         memory.putLongRelease($at, value)
  //@      ByteBuffer  ByteBuffer     memory.get($at)                   memory.put($at, value)                   memory.get$Type($at)                  memory.put$Type($at, value)               (long) Views.BUFFER.getAcquire(memory, $at)        Views.BUFFER.setRelease(memory, $at, value)
  //@      VarHandle   byte[]         memory[$at]                       memory[$at] = value                      ($type) Views.$TYPE.get(memory, $at)  Views.$TYPE.set(memory, $at, value)       (long) Views.LONG.getAcquire(memory, $at)          Views.LONG.setRelease(memory, $at, value)
  //@      Segment     MemorySegment  memory.get(Layouts.BYTE, offset)  memory.set(Layouts.BYTE, offset, value)  memory.get(Layouts.$TYPE, offset)     memory.set(Layouts.$TYPE, offset, value)  (long) Layouts.ALIGNED.getAcquire(memory, offset)  Layouts.ALIGNED.setRelease(memory, offset, value)
  static final class $NameMemory extends Memory {
    private final $Holder memory;

    $NameMemory($Holder memory) {
      this.memory = memory;
    }

    @Override
    $Holder holder() {
      return memory;
    }

    @Override
    public byte getByte(long offset) {
      return $getByte;
    }

    @Override
    public void putByte(long offset, byte value) {
      $setByte;
    }

    //@ for  Type    type    TYPE
    //@      Int     int     INT
    //@      Long    long    LONG
    //@      Double  double  DOUBLE
    @Override
    public $type get$Type(long offset) {
      return $get;
    }

    @Override
    public void put$Type(long offset, $type value) {
      $set;
    }

    //@ end
    @Override
    public long getLongAcquire(long offset) {
      return $acquire;
    }

    @Override
    public void putLongRelease(long offset, long value) {
      $release;
    }
  }

  //@ end
  /// The handles of `byte[]` and `ByteBuffer`.
  static final class Views {
    static final VarHandle INT = view(int[].class);
    static final VarHandle LONG = view(long[].class);
    static final VarHandle DOUBLE = view(double[].class);
    static final VarHandle BUFFER =
        MethodHandles.byteBufferViewVarHandle(long[].class, LE).withInvokeExactBehavior();

    private Views() {}

    private static VarHandle view(Class<?> type) {
      return MethodHandles.byteArrayViewVarHandle(type, LE).withInvokeExactBehavior();
    }
  }

  /// The layouts of segments.
  static final class Layouts {
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LE);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LE);
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(LE);
    static final VarHandle ALIGNED =
        ValueLayout.JAVA_LONG.withOrder(LE).varHandle().withInvokeExactBehavior();

    private Layouts() {}
  }

  /// `sun.misc.Unsafe`, with an array or null, and an offset or an address.
  static final class UnsafeMemory extends Memory {
    static final Unsafe UNSAFE = SunUnsafe.get();

    private final byte @Nullable [] array;
    private final long base;

    /// The memory at the address; kept reachable.
    @SuppressWarnings("unused")
    private final @Nullable MemorySegment owner;

    /// @throws UnavailableException if numbers are not little-endian here
    UnsafeMemory(MemoryKind kind, int byteSize) {
      if (ByteOrder.nativeOrder() != LE) {
        throw new UnavailableException("Unsafe reads big-endian on this processor");
      }
      if (kind == MemoryKind.HEAP) {
        array = new byte[byteSize];
        owner = null;
        base = Unsafe.ARRAY_BYTE_BASE_OFFSET;
      } else {
        array = null;
        owner = kind.allocate(byteSize);
        base = owner.address();
      }
    }

    @Override
    byte @Nullable [] holder() {
      return array;
    }

    @Override
    long base() {
      return base;
    }

    //@ for  Type    type
    //@      Byte    byte
    //@      Int     int
    //@      Long    long
    //@      Double  double
    @Override
    public $type get$Type(long offset) {
      return UNSAFE.get$Type(array, base + offset);
    }

    @Override
    public void put$Type(long offset, $type value) {
      UNSAFE.put$Type(array, base + offset, value);
    }

    //@ end
    @Override
    public long getLongAcquire(long offset) {
      return UNSAFE.getLongVolatile(array, base + offset);
    }

    @Override
    public void putLongRelease(long offset, long value) {
      UNSAFE.putOrderedLong(array, base + offset, value);
    }
  }

  /// [Bytes], with [AtomicBytes] for the memory that supports them.
  static final class BytesMemory extends Memory {
    private final Bytes bytes;
    private final @Nullable AtomicBytes atomics;

    BytesMemory(MemoryKind kind, int byteSize) {
      if (kind == MemoryKind.HEAP) {
        bytes = Bytes.of(new byte[byteSize]);
        atomics = null;
      } else {
        bytes = Bytes.of(kind.allocate(byteSize));
        atomics = bytes.atomics();
      }
    }

    @Override
    Bytes holder() {
      return bytes;
    }

    //@ for  Type    type
    //@      Byte    byte
    //@      Int     int
    //@      Long    long
    //@      Double  double
    @Override
    public $type get$Type(long offset) {
      return bytes.get$Type(offset);
    }

    @Override
    public void put$Type(long offset, $type value) {
      bytes.set$Type(offset, value);
    }

    @Override
    public $type get$Type(int offset) {
      return bytes.get$Type(offset);
    }

    //@ end
    //@ for  Type  type
    //@      Byte  byte
    //@      Long  long
    @Override
    public void put$Type(int offset, $type value) {
      bytes.set$Type(offset, value);
    }

    //@ end
    //@ for  Read            Write           get             set
    //@      getLongPlain    putLongPlain    getLong         setLong
    //@      getLongAcquire  putLongRelease  getLongAcquire  setLongRelease
    @Override
    public long $Read(long offset) {
      return Objects.requireNonNull(atomics).$get(offset);
    }

    @Override
    public void $Write(long offset, long value) {
      Objects.requireNonNull(atomics).$set(offset, value);
    }

    //@ end
  }
}
