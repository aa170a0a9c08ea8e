// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.memory.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/// The contenders whose loops differ in their accesses alone.
final class Decoders {
  static final ByteOrder LE = ByteOrder.LITTLE_ENDIAN;

  private Decoders() {}

  //@ let  heap  kind == MemoryKind.HEAP
  //@ for  Name        Memory        memory                                                                        readOnly                                               slice                                     getByte             getInt                 getLong
  //@      Ashlar      Bytes         $heap ? Bytes.of(content) : Bytes.of(kind.copyOf(content))                    Bytes.of(content).asReadOnly()                         memory.asSlice(offset, length)            memory.getByte(at)  memory.getInt(at)      memory.getLong(at)
  //@      ByteBuffer  ByteBuffer    kind.bufferOf(content).order(LE)                                              ByteBuffer.wrap(content).asReadOnlyBuffer().order(LE)  memory.slice(offset, length).order(LE)    memory.get(at)      memory.getInt(at)      memory.getLong(at)
  //@      Agrona      UnsafeBuffer  $heap ? new UnsafeBuffer(content) : new UnsafeBuffer(kind.bufferOf(content))  null                                                   new UnsafeBuffer(memory, offset, length)  memory.getByte(at)  memory.getInt(at, LE)  memory.getLong(at, LE)
  //@      Netty       ByteBuf       netty(kind, content)                                                          Unpooled.wrappedBuffer(content).asReadOnly()           memory.slice(offset, length)              memory.getByte(at)  memory.getIntLE(at)    memory.getLongLE(at)
  static final class $NameDecoder extends Decoder<$Memory> {
    @Override
    $Memory memory(MemoryKind kind, byte[] content) {
      return $memory;
    }

    @Override
    @Nullable $Memory readOnly(byte[] content) {
      return $readOnly;
    }

    @Override
    $Memory slice($Memory memory, int offset, int length) {
      return $slice;
    }

    @Override
    long decode($Memory memory, int end) {
      int at = 0;
      while (at < end) {
        if ($getByte < 0) {
          lastInt = $getInt;
          at += Integer.BYTES;
        } else {
          lastLong = $getLong;
          at += Long.BYTES;
        }
      }
      return at;
    }
  }

  //@ end
  static ByteBuf netty(MemoryKind kind, byte[] content) {
    return switch (kind) {
      case HEAP -> Unpooled.wrappedBuffer(content);
      case NATIVE -> Unpooled.directBuffer(content.length).writeBytes(content);
      case MAPPED, CONFINED, SHARED -> Unpooled.wrappedBuffer(kind.bufferOf(content));
    };
  }
}
