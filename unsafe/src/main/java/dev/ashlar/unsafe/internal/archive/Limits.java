// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.internal.archive;

/// Limits for hostile archives.
///
/// @param depth of jars in jars
/// @param fileBytes of a class file or another file that is read at once
/// @param directoryBytes of the central directory of an archive, which `ZipFile` reads at once
/// @param inflatedBytes that may be read from a file on disk, whatever its size
/// @param ratio of bytes that may be read to the size of the file on disk, if it is large
public record Limits(int depth, int fileBytes, int directoryBytes, long inflatedBytes, int ratio) {
  /// No archive of a known library comes near: class files are smaller than 1 MB, and deflate to a
  /// half or a third.
  public static final Limits DEFAULT = new Limits(8, 1 << 24, 1 << 26, 1L << 28, 32);
}
