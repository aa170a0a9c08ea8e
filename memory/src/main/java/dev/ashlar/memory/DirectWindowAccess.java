// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static dev.ashlar.memory.Region.MAX;
import static dev.ashlar.memory.Region.REACH;

import dev.ashlar.memory.internal.LittleEndian;
import java.lang.ref.Reference;

/// The accesses themselves, at offsets that are inside. From the types of both terms C2 knows that
/// an address is inside of all memory.
@SuppressWarnings("ReachabilityFenceUsage") // An access that throws has touched nothing.
final class DirectWindowAccess extends WindowAccess {

  @Override
  byte getByte(BytesWindow window, int offset) {
    int kind = window.reading;
    if (kind == Region.ARRAY) {
      return window.array[(int) window.base + offset];
    }
    if (kind == Region.NATIVE) {
      byte value =
          (byte) AllMemory.BYTE.get(AllMemory.MEMORY, (window.base & REACH) + (offset & MAX));
      Reference.reachabilityFence(window.bytes);
      return value;
    }
    return window.bytes.getByte(window.base - window.bytes.base + offset);
  }

  @Override
  void setByte(BytesWindow window, int offset, byte value) {
    int kind = window.writing;
    if (kind == Region.ARRAY) {
      window.array[(int) window.base + offset] = value;
    } else if (kind == Region.NATIVE) {
      AllMemory.BYTE.set(AllMemory.MEMORY, (window.base & REACH) + (offset & MAX), value);
      Reference.reachabilityFence(window.bytes);
    } else {
      window.bytes.setByte(window.base - window.bytes.base + offset, value);
    }
  }

  @Override
  short getShort(BytesWindow window, int offset) {
    int kind = window.reading;
    if (kind == Region.ARRAY) {
      return (short) LittleEndian.SHORT.get(window.array, (int) window.base + offset);
    }
    if (kind == Region.NATIVE) {
      short value =
          (short) AllMemory.SHORT.get(AllMemory.MEMORY, (window.base & REACH) + (offset & MAX));
      Reference.reachabilityFence(window.bytes);
      return value;
    }
    return window.bytes.getShort(window.base - window.bytes.base + offset);
  }

  @Override
  void setShort(BytesWindow window, int offset, short value) {
    int kind = window.writing;
    if (kind == Region.ARRAY) {
      LittleEndian.SHORT.set(window.array, (int) window.base + offset, value);
    } else if (kind == Region.NATIVE) {
      AllMemory.SHORT.set(AllMemory.MEMORY, (window.base & REACH) + (offset & MAX), value);
      Reference.reachabilityFence(window.bytes);
    } else {
      window.bytes.setShort(window.base - window.bytes.base + offset, value);
    }
  }

  @Override
  int getInt(BytesWindow window, int offset) {
    int kind = window.reading;
    if (kind == Region.ARRAY) {
      return (int) LittleEndian.INT.get(window.array, (int) window.base + offset);
    }
    if (kind == Region.NATIVE) {
      int value = (int) AllMemory.INT.get(AllMemory.MEMORY, (window.base & REACH) + (offset & MAX));
      Reference.reachabilityFence(window.bytes);
      return value;
    }
    return window.bytes.getInt(window.base - window.bytes.base + offset);
  }

  @Override
  void setInt(BytesWindow window, int offset, int value) {
    int kind = window.writing;
    if (kind == Region.ARRAY) {
      LittleEndian.INT.set(window.array, (int) window.base + offset, value);
    } else if (kind == Region.NATIVE) {
      AllMemory.INT.set(AllMemory.MEMORY, (window.base & REACH) + (offset & MAX), value);
      Reference.reachabilityFence(window.bytes);
    } else {
      window.bytes.setInt(window.base - window.bytes.base + offset, value);
    }
  }

  @Override
  long getLong(BytesWindow window, int offset) {
    int kind = window.reading;
    if (kind == Region.ARRAY) {
      return (long) LittleEndian.LONG.get(window.array, (int) window.base + offset);
    }
    if (kind == Region.NATIVE) {
      long value =
          (long) AllMemory.LONG.get(AllMemory.MEMORY, (window.base & REACH) + (offset & MAX));
      Reference.reachabilityFence(window.bytes);
      return value;
    }
    return window.bytes.getLong(window.base - window.bytes.base + offset);
  }

  @Override
  void setLong(BytesWindow window, int offset, long value) {
    int kind = window.writing;
    if (kind == Region.ARRAY) {
      LittleEndian.LONG.set(window.array, (int) window.base + offset, value);
    } else if (kind == Region.NATIVE) {
      AllMemory.LONG.set(AllMemory.MEMORY, (window.base & REACH) + (offset & MAX), value);
      Reference.reachabilityFence(window.bytes);
    } else {
      window.bytes.setLong(window.base - window.bytes.base + offset, value);
    }
  }
}
