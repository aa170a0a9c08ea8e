// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.internal.archive;

/// Limits for hostile archives.
///
/// @param depth the depth of jars in jars
/// @param fileBytes the size of a class file or another file that is read as a whole
/// @param directoryBytes the size of the central directory of an archive, which `ZipFile` reads as
///   a whole
/// @param inflatedBytes the number of bytes that a file on disk may inflate to, whatever its size
/// @param ratio the number of further bytes that it may inflate to, for each of its own bytes
public record Limits(int depth, int fileBytes, int directoryBytes, long inflatedBytes, int ratio) {
  /// Limits that no archive of a known library comes near: class files are smaller than 1 MB, and
  /// deflate to a half or a third.
  public static final Limits DEFAULT = new Limits(8, 1 << 24, 1 << 26, 1L << 28, 32);
}
