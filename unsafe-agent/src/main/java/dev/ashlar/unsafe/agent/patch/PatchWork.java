// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The state of patching: a folder for temporary files, the bytes that may still be inflated, and
/// the problems.
final class PatchWork {
  /// The bytes that may be inflated for any jar, whatever its size.
  private static final long INFLATED_BYTES = 1L << 28;

  /// The further bytes that may be inflated for each byte of a jar. Class files deflate to a half
  /// or a third.
  private static final int RATIO = 32;

  private final Path folder;
  private final boolean unsigns;
  private final List<String> problems = new ArrayList<>();
  private long bytesLeft;
  private int files;

  PatchWork(Path folder, boolean unsigns) {
    this.folder = folder;
    this.unsigns = unsigns;
  }

  /// {@return whether the signature of a jar may be dropped}
  boolean unsigns() {
    return unsigns;
  }

  /// Begins a file on disk.
  ///
  /// @param size its size in bytes; it bounds the bytes that may be inflated
  void begin(long size) {
    bytesLeft = Math.addExact(INFLATED_BYTES, RATIO * size);
  }

  void problem(String location, Exception e) {
    problems.add(location + ": " + (e.getMessage() == null ? e : e.getMessage()));
  }

  /// {@return the inputs that cannot be patched, each with the reason}
  List<String> problems() {
    return problems;
  }

  /// Copies all bytes.
  ///
  /// @throws IOException if more are inflated than [#begin] allowed
  void copy(InputStream in, OutputStream out) throws IOException {
    byte[] block = new byte[1 << 16];
    for (int read = in.read(block); read >= 0; read = in.read(block)) {
      bytesLeft -= read;
      if (bytesLeft < 0) {
        throw new IOException("it inflates to far more bytes than jars do, as a zip bomb");
      }
      out.write(block, 0, read);
    }
  }

  byte[] read(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    copy(in, bytes);
    return bytes.toByteArray();
  }

  Path newFile() {
    return folder.resolve(Integer.toString(files++));
  }

  Path write(byte[] bytes) throws IOException {
    return Files.write(newFile(), bytes);
  }

  Path write(InputStream in) throws IOException {
    Path file = newFile();
    try (OutputStream out = Files.newOutputStream(file)) {
      copy(in, out);
    }
    return file;
  }
}
