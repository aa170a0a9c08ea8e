// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.classfile;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// A source of class files. A log may name any file, so nothing is loaded, and no read is longer
/// than a class file.
public interface ClassSource extends Closeable {
  /// A limit that no real class file reaches.
  int MOST_BYTES = 1 << 24;

  /// {@return the class file; null if this source does not have it}
  ///
  /// @param name the path of the class file, as `java/lang/String.class`
  /// @throws IOException if it cannot be read, or is longer than [#MOST_BYTES]
  byte @Nullable [] find(String name) throws IOException;

  default boolean isOfJdk(String name) throws IOException {
    return false;
  }

  @Override
  default void close() throws IOException {}

  /// {@return the rest of `in`}
  ///
  /// @throws IOException if that is more than [#MOST_BYTES]
  static byte[] readAll(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new IOException("longer than " + MOST_BYTES + " bytes");
    }
    return bytes;
  }
}
