// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.KeyBytes;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.value.Codec;
import dev.ashlar.table.internal.value.Codec.OfRun;
import java.util.HexFormat;

/// One of the fields of a key.
sealed interface KeyPart permits NumberPart, KeyPart.Run {
  Field field();

  /// Adds the value of a row to a key.
  ///
  /// @return false if the row has no key
  boolean add(KeyBytes key, Chunk chunk, int row);

  /// Adds a value to a key.
  ///
  /// @return false if no row can have it
  /// @throws IllegalArgumentException if it is too large for the field
  /// @throws ClassCastException if it is of another type
  boolean add(KeyBytes key, Object value);

  /// Returns the value of a row for a message.
  Object shown(Chunk chunk, int row);

  /// A text, bytes, a UUID or a large decimal.
  record Run(Field field, OfRun codec) implements KeyPart {
    /// Whether the key can be given as bytes.
    boolean isBytes() {
      return codec instanceof Codec.OfText || field.type() == byte[].class;
    }

    @Override
    public boolean add(KeyBytes key, Chunk chunk, int row) {
      return codec.addKey(key, chunk, row);
    }

    @Override
    public boolean add(KeyBytes key, Object value) {
      return codec.addKey(key, value);
    }

    @Override
    public Object shown(Chunk chunk, int row) {
      Object value = codec.read(chunk, row);
      return switch (value) {
        case String text -> Codec.quoted(text);
        case byte[] bytes -> HexFormat.of().formatHex(bytes);
        default -> value;
      };
    }
  }
}
