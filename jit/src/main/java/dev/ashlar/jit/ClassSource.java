package dev.ashlar.jit;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Where class files are read from. Files and folders are whatever a log names, so nothing in them
/// is loaded, and no read is longer than a class file can reasonably be.
interface ClassSource extends Closeable {
  /// Class files are far smaller.
  int MOST_BYTES = 1 << 24;

  /// {@return the class file; null if it is not here}
  ///
  /// @param name as `java/lang/String.class`
  /// @throws IOException if it cannot be read, or is longer than [#MOST_BYTES]
  byte @Nullable [] find(String name) throws IOException;

  /// {@return whether a class file that is here is one of the JDK's own}
  default boolean isOfJdk(String name) throws IOException {
    return false;
  }

  @Override
  default void close() throws IOException {}

  /// {@return all that is left of `in`}
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
