// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.internal.archive;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Walks over paths: folders, archives, and archives in them. The walk always ends, whatever a path
/// contains, and reports problems instead of throwing exceptions. A folder or an archive is read
/// once, even if several paths or links lead to it.
public final class ArchiveWalk {
  private static final int DEEPEST_FOLDER = 200;

  private final ArchiveVisitor visitor;
  private final Limits limits;
  private final Set<Path> visited = new HashSet<>();
  private long byteCount;

  public ArchiveWalk(ArchiveVisitor visitor, Limits limits) {
    this.visitor = visitor;
    this.limits = limits;
  }

  /// {@return the total size of the files on disk that were read, in bytes}
  public long byteCount() {
    return byteCount;
  }

  public boolean hasRead(Path path) {
    try {
      return visited.contains(path.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  /// Walks over a file, or over all files in a folder.
  public void walk(Path path) {
    if (Files.isDirectory(path)) {
      folder(path);
    } else if (Files.isRegularFile(path)) {
      file(path, null);
    } else {
      visitor.problem(
          path.toString(),
          Files.exists(path) ? "it is neither a file nor a folder" : "there is no such file");
    }
  }

  /// @param folder the folder that was given; null if the file itself was
  private void file(Path file, @Nullable Folder folder) {
    try {
      FileKind kind = FileKind.of(file);
      String notRead = kind.notRead(file.toString());
      if (folder == null && kind == FileKind.OTHER && notRead == null) {
        notRead = kind.notRead("given.jar");
      }
      if (kind == FileKind.ARCHIVE) {
        archive(file);
      } else if (kind == FileKind.CLASS && folder == null) {
        try (Folder parent = new Folder(file.getParent(), file)) {
          parent.file(file, kind);
        }
      } else if (notRead != null) {
        visitor.unopened(file.toString(), notRead);
      } else if (folder != null) {
        folder.file(file, kind);
      }
    } catch (IOException e) {
      visitor.problem(file.toString(), reason(e));
    }
  }

  private void archive(Path file) {
    try {
      if (!isNew(file)) {
        return;
      }
      long size = Files.size(file);
      byteCount += size;
      new ZipWalk(visitor, limits, size).walk(file, file.toString());
    } catch (IOException e) {
      visitor.problem(file.toString(), reason(e));
    }
  }

  private boolean isNew(Path path) throws IOException {
    return visited.add(path.toRealPath());
  }

  private void folder(Path root) {
    try (Folder folder = new Folder(root, root)) {
      Files.walkFileTree(root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), DEEPEST_FOLDER, folder);
    } catch (IOException e) {
      visitor.problem(root.toString(), reason(e));
    }
  }

  /// {@return the reason as text: the message of several exceptions is only a path}
  static String reason(Exception e) {
    return switch (e) {
      case FileSystemLoopException _ -> "a link leads back to a folder around it";
      case NoSuchFileException _ -> "there is no such file";
      case AccessDeniedException _ -> "permission denied";
      default -> {
        String message = e.getMessage();
        yield message == null ? e.getClass().getSimpleName() : message.strip();
      }
    };
  }

  /// The files of a folder that are not in an archive. They are one artifact.
  private final class Folder extends SimpleFileVisitor<Path> implements AutoCloseable {
    private final Path root;
    private final Path location;
    private final FileReader reader = new FileReader(limits.fileBytes());

    /// Null if there was no such file yet.
    private ArchiveVisitor.@Nullable Content content;

    /// @param root the folder to which names are relative
    Folder(@Nullable Path root, Path location) {
      this.root = root == null ? Path.of("") : root;
      this.location = location;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      try {
        return isNew(folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
      } catch (IOException e) {
        visitFileFailed(folder, e);
        return FileVisitResult.SKIP_SUBTREE;
      }
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        ArchiveWalk.this.file(file, this);
      } else if (attributes.isDirectory()) {
        visitor.problem(file.toString(), "deeper than " + DEEPEST_FOLDER + " folders");
      } else if (attributes.isSymbolicLink()) {
        visitor.problem(file.toString(), "a link to nothing");
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      if (e instanceof FileSystemLoopException) {
        visitor.oddity(file.toString(), reason(e));
      } else {
        visitor.problem(file.toString(), reason(e));
      }
      return FileVisitResult.CONTINUE;
    }

    void file(Path file, FileKind kind) throws IOException {
      String name = root.relativize(file).toString().replace('\\', '/');
      ArchiveVisitor.Content known = content;
      if (known == null) {
        known = visitor.open(location.toString());
        content = known;
      }
      if (kind == FileKind.CLASS || known.wants(name)) {
        byte[] bytes = reader.copy(Files.newInputStream(file));
        byteCount += bytes.length;
        if (kind == FileKind.CLASS) {
          known.classFile(name, bytes, bytes.length);
        } else {
          known.file(name, bytes, bytes.length);
        }
      }
    }

    @Override
    public void close() {
      if (content != null) {
        content.end(name -> {
          Path file = root.resolve(name);
          return Files.isRegularFile(file) ? reader.copy(Files.newInputStream(file)) : null;
        });
      }
    }
  }
}
