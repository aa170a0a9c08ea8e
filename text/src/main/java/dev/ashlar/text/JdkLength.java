// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/// Calls `String.encodedLength(Charset)`, which JDKs have from 27 on. It counts in the String's own
/// array, without a copy and without garbage.
///
/// `MemorySegment.copy(String, Charset, …)` is not used: it makes an array for any text that is not
/// all ASCII. An encoder cannot use [#of] to recognize ASCII: a lone surrogate counts as one byte,
/// that of its `?`.
final class JdkLength {
  /// Texts of more chars may take more bytes than the method's int can say.
  private static final int LONGEST = Integer.MAX_VALUE / Utf8Bytes.MAX_BYTES_PER_CHAR;

  private static final @Nullable MethodHandle ENCODED_LENGTH = find();

  private JdkLength() {}

  private static @Nullable MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              String.class, "encodedLength", MethodType.methodType(int.class, Charset.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  /// {@return whether the JDK has it, and it is right for a text of `count` chars}
  static boolean isFor(int count, Malformed malformed) {
    return ENCODED_LENGTH != null && malformed == Malformed.REPLACE && count <= LONGEST;
  }

  /// {@return the bytes of `text`, for which it [is right][#isFor]}
  static long of(String text) {
    MethodHandle handle = ENCODED_LENGTH;
    if (handle == null) {
      throw new IllegalStateException("JDK " + Runtime.version() + " has no String.encodedLength");
    }
    try {
      return (int) handle.invokeExact(text, UTF_8);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("String.encodedLength declares no exception", e);
    }
  }
}
