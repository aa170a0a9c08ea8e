// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.results;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/// Writes files atomically: a file has all of its new content, or it does not change.
public final class AtomicFile {

  private AtomicFile() {}

  /// Produces the content of a file.
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /// Writes `content` to a temporary file beside `file` and moves it into place. Missing folders
  /// are made. If `content` throws, the old file does not change, and no new file is left.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(Path file, Content content) throws IOException {
    try {
      // A link is followed: the move below would otherwise replace the link itself.
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      if (isStream(target)) {
        try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
          content.writeTo(out);
        }
      } else {
        replace(target, content);
      }
    } catch (IOException e) {
      throw new IOException("cannot write " + file + ": " + reason(e), e);
    }
  }

  /// Writes `text` in UTF-8 to `file`, in full or not at all.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(Path file, String text) throws IOException {
    write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /// A device or a pipe, `/dev/stdout` for one: moving a file over it would destroy it.
  private static boolean isStream(Path target) {
    return Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target);
  }

  private static void replace(Path target, Content content) throws IOException {
    if (Files.isDirectory(target)) {
      throw new IOException("it is a folder");
    }
    Path folder = target.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    // Not createTempFile: the result would be readable by its owner only.
    Path partial = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    boolean moved = false;
    try {
      try (OutputStream out = Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW)) {
        content.writeTo(out);
      }
      Files.move(
          partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      moved = true;
    } finally {
      if (!moved) {
        Files.deleteIfExists(partial);
      }
    }
  }

  /// Returns the reason as text: the message of several file system exceptions is only a path.
  public static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "no such file";
      case NotDirectoryException _ -> "part of the path is not a folder";
      case FileAlreadyExistsException x -> x.getFile() + " is in the way and is not a folder";
      case FileSystemException x when x.getReason() != null -> String.valueOf(x.getReason());
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
