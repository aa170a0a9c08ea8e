// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.KeyBytes;
import dev.ashlar.table.internal.access.RunAccess;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.access.TextViews;
import dev.ashlar.table.internal.access.Utf8Check;
import dev.ashlar.table.internal.access.WriteGate;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Converts the values of a component to their stored form, and back. Values that a field cannot
/// have are refused before anything is written.
///
/// Implementations are records, whose final fields are constants to the compiler. They call only
/// the JDK, so no user code runs between two fields.
public sealed interface Codec {
  /// The type in a schema's text, as in `decimal 18 4`.
  String text();

  /// Returns the value whose field has zeros.
  Object zero();

  /// Stores a value as an `int`.
  non-sealed interface OfInt extends Codec {
    /// Returns the stored form of a value.
    ///
    /// @throws IllegalArgumentException if the value does not fit
    int encode(Object value);

    /// Returns the value.
    ///
    /// @throws IllegalStateException if no value is stored as that
    Object decode(int stored);

    @Override
    default Object zero() {
      return decode(0);
    }
  }

  /// Stores a value as a `long`.
  non-sealed interface OfLong extends Codec {
    /// Returns the stored form of a value.
    ///
    /// @throws IllegalArgumentException if the value does not fit
    long encode(Object value);

    /// Returns the value.
    ///
    /// @throws IllegalStateException if no value is stored as that
    Object decode(long stored);

    @Override
    default Object zero() {
      return decode(0);
    }
  }

  /// Stores a value as a run of `long`s, `int`s or bytes.
  non-sealed interface OfRun extends Codec {
    /// Reaches the run.
    RunAccess run();

    /// How many elements the run has.
    default int length() {
      return run().length();
    }

    /// The type of the elements: `long`, `int` or `byte`.
    Class<?> element();

    /// Returns the argument for [#write].
    ///
    /// @throws IllegalArgumentException if the value does not fit
    Object encode(Object value);

    /// Writes an encoded value, or zeros if it is null.
    void write(Chunk chunk, int row, @Nullable Object encoded);

    /// Returns the value.
    ///
    /// @throws IllegalStateException if the memory has no valid value
    Object read(Chunk chunk, int row);

    /// Adds the value of a row to a key.
    ///
    /// @return false if the row has no value that can be a key, as the memory refers to no text
    boolean addKey(KeyBytes key, Chunk chunk, int row);

    /// Adds a value to a key.
    ///
    /// @return false if no row can have it
    /// @throws ClassCastException if it has another type
    boolean addKey(KeyBytes key, Object value);
  }

  /// Stores a `String`.
  interface OfText extends OfRun {
    /// The record and the component, for messages.
    String field();

    /// Returns the exception to throw for a row whose text is not UTF-8.
    default IllegalStateException malformed(Chunk chunk, int row, MemorySegment bytes) {
      return Utf8Check.malformed(field(), chunk.first + row, file(chunk), bytes);
    }

    private static @Nullable Path file(Chunk chunk) {
      WriteGate gate = chunk.gate;
      return gate == null ? null : gate.file();
    }

    /// Returns the text without a `String`.
    ///
    /// @throws IllegalStateException if the memory has no valid text
    TextValue value(Chunk chunk, int row);

    @Override
    default Object zero() {
      return "";
    }

    @Override
    default boolean addKey(KeyBytes key, Object value) {
      return value instanceof TextValue text ? text.addTo(key) : key.add((String) value);
    }
  }

  /// Stores a `String` in memory that all rows of a table share, and its place in the row.
  ///
  /// A row is written in two steps. First `place` stores the texts of all fields, which may fail.
  /// Then `write` writes the fields, which allocates nothing.
  interface OfPlacedText extends OfText {
    /// Returns the place of a text that is about to be written to a row.
    ///
    /// @param encoded null if there is no value
    long place(Chunk chunk, int row, @Nullable Object encoded);

    /// Writes a text.
    ///
    /// @param place the result of [#place] for the text
    void write(Chunk chunk, int row, @Nullable Object encoded, long place);

    @Override
    default void write(Chunk chunk, int row, @Nullable Object encoded) {
      write(chunk, row, encoded, place(chunk, row, encoded));
    }

    /// How many `long`s stand for a text that is copied.
    int WORDS = 2;

    /// Stores the text of a row of another table where `to` finds it, and stores the words to be
    /// written in `words`, from `at` on.
    void placeCopy(Chunk from, int row, Chunk to, int targetRow, long[] words, int at);

    /// Same as [#placeCopy], for a text in UTF-8. No thread may write to it meanwhile.
    ///
    /// @throws IllegalArgumentException if it is not UTF-8, or too long
    void placeUtf8(MemorySegment utf8, Chunk to, int targetRow, long[] words);

    /// Writes the views of consecutive rows.
    default void writeViews(Chunk chunk, int row, int rows, TextViews views) {
      for (int i = 0; i < rows; i++) {
        views.write(i, value(chunk, row + i));
      }
    }

    /// Writes the words that [#placeCopy] has stored in `words`.
    void writeCopy(Chunk to, int targetRow, long[] words, int at);
  }

  /// Returns the exception to throw for a value that cannot be stored.
  ///
  /// @param field the record and the component, as in `Trade.day`
  /// @param limit the limit that the value exceeds, and the remedy
  static IllegalArgumentException refused(String field, Object value, String limit) {
    return new IllegalArgumentException("%s cannot be %s: %s".formatted(field, value, limit));
  }

  /// Returns the beginning of a text, for a message.
  static String quoted(String text) {
    return Utf8Codec.quoted(text);
  }

  /// Returns the exception to throw for memory that has no value.
  static NoValueException noValue(String field, Object stored, String text) {
    return noValue(field, stored, null, text);
  }

  /// Returns the exception to throw for memory, or a file of texts, that has no value.
  static NoValueException noValue(String field, Object stored, @Nullable Path file, String text) {
    return new NoValueException(field + " has " + stored, file, "which is no " + text);
  }
}
