// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// Reads and writes values that are inside of a window.
abstract class WindowAccess {
  abstract byte getByte(BytesWindow window, int offset);

  abstract void setByte(BytesWindow window, int offset, byte value);

  abstract short getShort(BytesWindow window, int offset);

  abstract void setShort(BytesWindow window, int offset, short value);

  abstract int getInt(BytesWindow window, int offset);

  abstract void setInt(BytesWindow window, int offset, int value);

  abstract long getLong(BytesWindow window, int offset);

  abstract void setLong(BytesWindow window, int offset, long value);
}
