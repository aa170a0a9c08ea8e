// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import java.io.Serial;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Thrown for bytes of a row that are no value of its field: somebody else has written them, or
/// they are from another file.
public final class NoValueException extends IllegalStateException {
  @Serial private static final long serialVersionUID = 1;

  private final String stored;
  private final String reason;
  private final boolean isInFile;

  /// @param stored the field and what it has
  /// @param file which lacks the value, if that is known
  /// @param reason why that is no value
  public NoValueException(String stored, @Nullable Path file, String reason) {
    super(
        file == null
            ? "%s in memory, %s".formatted(stored, reason)
            : "%s in %s, %s: if files of different times were mixed, or this one is damaged, restore a copy of all"
                .formatted(stored, file, reason));
    this.stored = stored;
    this.reason = reason;
    this.isInFile = file != null;
  }

  /// Returns an exception that names a file. A file that is named already is closer to the cause.
  public NoValueException in(Path file) {
    if (isInFile) {
      return this;
    }
    NoValueException named = new NoValueException(stored, file, reason);
    named.initCause(getCause());
    return named;
  }
}
