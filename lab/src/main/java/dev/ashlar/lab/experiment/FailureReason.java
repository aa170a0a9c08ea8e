// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Finds the reason why a file cannot be read or written. The JDK's own message is often only the
/// path.
public final class FailureReason {
  private FailureReason() {}

  /// {@return the reason why a file could not be read or written, without the path}
  public static String of(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> "there is no such file or folder";
      case FileAlreadyExistsException file -> "it is a file";
      case AccessDeniedException denied -> "permission denied";
      case FileSystemException other when "Not a directory".equals(other.getReason()) ->
          "part of the path is a file";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }
}
