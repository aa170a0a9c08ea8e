// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Decides from the names in a class file whether it must be parsed (JVM specification, chapter 4).
/// It allocates nothing, because most classes need not be parsed.
final class ClassFilter {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int POOL_AT = 8;
  private static final int ACC_NATIVE = 0x0100;

  /// A text of the constant pool, and its bit.
  private static final class Name {
    final byte[] text;
    final long bit;

    Name(String text, long bit) {
      this.text = text.getBytes(UTF_8);
      this.bit = bit;
    }
  }

  private final Name[][] names;

  /// Sets of bits: a class with all bits of a set is parsed.
  private final long[] conditions;

  private byte[] bytes = {};
  private int at;
  private int end;

  ClassFilter(JdkMethods jdk) {
    Map<String, Long> bits = new HashMap<>();
    List<Long> sets = new ArrayList<>();
    for (String type : List.of(JdkMethods.UNSAFE, JdkMethods.INTERNAL_UNSAFE)) {
      sets.add(bit(bits, type));
      sets.add(bit(bits, type.replace('.', '/')));
    }
    sets.add(bit(bits, ClassScanner.THE_UNSAFE));
    for (Member method : jdk.restricted()) {
      sets.add(bit(bits, method.owner().replace('.', '/')) | bit(bits, method.name()));
    }
    sets.add(bit(bits, ClassScanner.DECLARED_FIELD) | bit(bits, ClassScanner.SET_ACCESSIBLE));
    int longest = bits.keySet().stream().mapToInt(String::length).max().orElse(0);
    names = new Name[longest + 1][];
    Arrays.fill(names, new Name[0]);
    bits.forEach((text, bit) -> {
      Name[] same = names[text.length()];
      names[text.length()] = Arrays.copyOf(same, same.length + 1);
      names[text.length()][same.length] = new Name(text, bit);
    });
    conditions = sets.stream().distinct().mapToLong(Long::longValue).toArray();
  }

  private static long bit(Map<String, Long> bits, String text) {
    int used = bits.size();
    Long bit = bits.computeIfAbsent(text, t -> used < Long.SIZE ? 1L << used : 0);
    if (bit == 0) {
      throw new IllegalStateException("more than 64 names");
    }
    return bit;
  }

  /// {@return whether the class names something of interest or has a native method}
  ///
  /// @throws IOException if the names cannot be read
  boolean isInteresting(byte[] file, int length) throws IOException {
    bytes = file;
    end = length;
    at = 0;
    try {
      if (length < POOL_AT || int4() != MAGIC) {
        throw new IOException("it is not a class file");
      }
      at = POOL_AT;
      long found = pool();
      for (long condition : conditions) {
        if ((found & condition) == condition) {
          return true;
        }
      }
      return hasNativeMethod();
    } catch (IndexOutOfBoundsException e) {
      throw new IOException("the class file is truncated");
    }
  }

  private long pool() throws IOException {
    long found = 0;
    int count = int2();
    for (int i = 1; i < count; i++) {
      int tag = int1();
      switch (tag) {
        case 1 -> {
          int length = int2();
          if (length < names.length && names[length].length > 0) {
            found |= bit(length);
          }
          skip(length);
        }
        case 3, 4, 9, 10, 11, 12, 17, 18 -> skip(4);
        case 5, 6 -> {
          skip(8);
          i++;
        }
        case 7, 8, 16, 19, 20 -> skip(2);
        case 15 -> skip(3);
        default -> throw new IOException("its constant pool has an unknown tag " + tag);
      }
    }
    return found;
  }

  private long bit(int length) {
    for (Name name : names[length]) {
      if (at + length <= end && Arrays.equals(bytes, at, at + length, name.text, 0, length)) {
        return name.bit;
      }
    }
    return 0;
  }

  private boolean hasNativeMethod() {
    skip(6);
    skip(2 * int2());
    for (int fields = int2(); fields > 0; fields--) {
      skip(6);
      attributes();
    }
    for (int methods = int2(); methods > 0; methods--) {
      if ((int2() & ACC_NATIVE) != 0) {
        return true;
      }
      skip(4);
      attributes();
    }
    return false;
  }

  private void attributes() {
    for (int count = int2(); count > 0; count--) {
      skip(2);
      skip(int4());
    }
  }

  private void skip(int count) {
    if (count < 0 || count > end - at) {
      throw new IndexOutOfBoundsException();
    }
    at += count;
  }

  private int int1() {
    skip(1);
    return bytes[at - 1] & 0xFF;
  }

  private int int2() {
    skip(2);
    return (bytes[at - 2] & 0xFF) << 8 | (bytes[at - 1] & 0xFF);
  }

  private int int4() {
    return int2() << 16 | int2();
  }
}
