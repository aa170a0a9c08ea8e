// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.rewrite;

import dev.ashlar.unsafe.agent.runtime.Elements;
import dev.ashlar.unsafe.agent.runtime.Replacements;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The names in the constant pool of a class file. They are read without allocating objects,
/// because this runs for each class of a program.
///
/// @param hasUnsafe whether the file names `sun.misc.Unsafe`, or a method or an option that is
///   looked up by name
/// @param hasInternal whether the file names `jdk.internal.misc.Unsafe`
/// @param isDamaged whether the names cannot be read
public record Names(boolean hasUnsafe, boolean hasInternal, boolean isDamaged) {
  private static final Names DAMAGED = new Names(false, false, true);
  private static final byte[][] UNSAFE = {
    bytes("sun/misc/Unsafe"),
    bytes("Lsun/misc/Unsafe;"),
    bytes(Elements.UNSAFE),
    bytes("invokeCleaner"),
    bytes(Replacements.OPTION)
  };
  private static final byte[][] INTERNAL = {
    bytes("jdk/internal/misc/Unsafe"), bytes("jdk.internal.misc.Unsafe")
  };

  private static final int FIRST_ENTRY = 10;

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  /// {@return the names of a class file; a damaged file has none}
  public static Names of(byte[] file) {
    try {
      return read(file);
    } catch (IndexOutOfBoundsException e) {
      return DAMAGED;
    }
  }

  private static Names read(byte[] file) {
    boolean hasUnsafe = false;
    boolean hasInternal = false;
    int count = u2(file, 8);
    int at = FIRST_ENTRY;
    for (int i = 1; i < count; i++) {
      switch (file[at]) {
        case 1 -> {
          int length = u2(file, at + 1);
          int start = at + 3;
          hasUnsafe |= isOneOf(UNSAFE, file, start, length);
          hasInternal |= isOneOf(INTERNAL, file, start, length);
          at = start + length;
        }
        case 5, 6 -> {
          at += 9;
          i++;
        }
        case 7, 8, 16, 19, 20 -> at += 3;
        case 15 -> at += 4;
        case 3, 4, 9, 10, 11, 12, 17, 18 -> at += 5;
        default -> {
          return DAMAGED;
        }
      }
    }
    return new Names(hasUnsafe, hasInternal, false);
  }

  private static boolean isOneOf(byte[][] names, byte[] file, int start, int length) {
    for (byte[] name : names) {
      if (length == name.length && Arrays.equals(name, 0, length, file, start, start + length)) {
        return true;
      }
    }
    return false;
  }

  private static int u2(byte[] file, int at) {
    return ((file[at] & 0xFF) << 8) | (file[at + 1] & 0xFF);
  }
}
