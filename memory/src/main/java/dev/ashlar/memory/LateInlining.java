// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// The accesses of a [BytesWindow], which C2 inlines after it has parsed their callers.
///
/// While C2 parses, it counts all nodes that it makes, and inlines nothing after 18,000
/// (`NodeCountInliningCutoff`): 21 accesses of native memory. Afterwards it counts the nodes that
/// are left, up to 40,000 (`LiveNodeCountInliningCutoff`), and has removed most of them in between.
/// A virtual call that it cannot inline while it parses waits for that time, and is inlined if the
/// receiver's class is known by then (`CallGenerator::for_late_inline_virtual`).
///
/// So [#access] chooses the receiver by a comparison that it has just made: C2's parser does not
/// see that it is the same, and the first pass over the graph does (`IfNode::search_identical`).
/// And the calls are of methods that [ProfileWarmup] has called with two other classes before, so
/// that C2 does not guess the class from the profile.
///
/// The methods are as short as they can be: C2 parses 8,000 bytes of code in all
/// (`DesiredMethodLimit`). So each method that reads repeats what [#access] does. Those that write
/// cannot: they would have more than the 35 bytes that C2 inlines in a branch which is seldom taken
/// (`MaxInlineSize`).
final class LateInlining {
  private static final WindowAccess DIRECT = new DirectWindowAccess();

  private static final WindowAccess FIRST = new FirstNever();
  private static final WindowAccess SECOND = new SecondNever();

  /// One of these two. C2 makes nothing of it, as the comparison that would choose it goes away.
  private static WindowAccess never = FIRST;

  private LateInlining() {}

  /// Initializes this class, and does nothing else.
  static void initialize() {}

  /// Returns the access at an offset.
  ///
  /// @param limit the first offset at which the value is not inside of the window
  /// @param same as `limit`; otherwise this returns no access, but only while profiles are made
  /// @throws IndexOutOfBoundsException if the value is not inside
  static WindowAccess access(int offset, int limit, int same) {
    if (offset < 0 || offset >= limit) {
      throw outside(offset, limit);
    }
    return offset >= same ? never : DIRECT;
  }

  private static IndexOutOfBoundsException outside(int offset, int limit) {
    return new IndexOutOfBoundsException(
        limit <= 0
            ? "offset " + offset + ": the window is smaller than the value"
            : "offset "
                + offset
                + " is outside of the window, which has values of this size at 0 to "
                + (limit - 1));
  }

  static byte getByte(int offset, int limit, int same, BytesWindow window) {
    if (offset < 0 || offset >= limit) {
      throw outside(offset, limit);
    }
    return (offset >= same ? never : DIRECT).getByte(window, offset);
  }

  static void setByte(WindowAccess access, BytesWindow window, int offset, byte value) {
    access.setByte(window, offset, value);
  }

  static short getShort(int offset, int limit, int same, BytesWindow window) {
    if (offset < 0 || offset >= limit) {
      throw outside(offset, limit);
    }
    return (offset >= same ? never : DIRECT).getShort(window, offset);
  }

  static void setShort(WindowAccess access, BytesWindow window, int offset, short value) {
    access.setShort(window, offset, value);
  }

  static int getInt(int offset, int limit, int same, BytesWindow window) {
    if (offset < 0 || offset >= limit) {
      throw outside(offset, limit);
    }
    return (offset >= same ? never : DIRECT).getInt(window, offset);
  }

  static void setInt(WindowAccess access, BytesWindow window, int offset, int value) {
    access.setInt(window, offset, value);
  }

  static long getLong(int offset, int limit, int same, BytesWindow window) {
    if (offset < 0 || offset >= limit) {
      throw outside(offset, limit);
    }
    return (offset >= same ? never : DIRECT).getLong(window, offset);
  }

  static void setLong(WindowAccess access, BytesWindow window, int offset, long value) {
    access.setLong(window, offset, value);
  }

  /// Calls everything with the two classes that are never used, and takes both ways.
  ///
  /// @param limit a positive number that is no constant
  static void rehearse(BytesWindow window, int limit) {
    for (WindowAccess one : new WindowAccess[] {FIRST, SECOND}) {
      never = one;
      setByte(access(0, limit, 0), window, 0, getByte(0, limit, 0, window));
      setShort(access(0, limit, 0), window, 0, getShort(0, limit, 0, window));
      setInt(access(0, limit, 0), window, 0, getInt(0, limit, 0, window));
      setLong(access(0, limit, 0), window, 0, getLong(0, limit, 0, window));
    }
    if (!access(0, limit, limit).equals(DIRECT)) {
      throw new AssertionError();
    }
  }

  /// Does nothing.
  private static class FirstNever extends WindowAccess {
    @Override
    byte getByte(BytesWindow window, int offset) {
      return 0;
    }

    @Override
    void setByte(BytesWindow window, int offset, byte value) {}

    @Override
    short getShort(BytesWindow window, int offset) {
      return 0;
    }

    @Override
    void setShort(BytesWindow window, int offset, short value) {}

    @Override
    int getInt(BytesWindow window, int offset) {
      return 0;
    }

    @Override
    void setInt(BytesWindow window, int offset, int value) {}

    @Override
    long getLong(BytesWindow window, int offset) {
      return 0;
    }

    @Override
    void setLong(BytesWindow window, int offset, long value) {}
  }

  /// Another class with the same methods.
  private static final class SecondNever extends FirstNever {}
}
