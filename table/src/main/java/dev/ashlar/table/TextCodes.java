// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

/// The texts of a table's [DictionaryEncoded] components, and their codes. It only grows: a text
/// keeps its code as long as the table exists, also in a file.
///
/// ```java
/// record Fill(@DictionaryEncoded String venue, long price) {}
///
/// Table<Fill> fills = TableType.of(MethodHandles.lookup(), Fill.class).columns().heap(0);
/// fills.append(new Fill("XETR", 42));
/// TextCodes codes = fills.textCodes();
/// long[] counts = new long[codes.count()];
/// Column venues = fills.column("venue");
/// for (long row = 0; row < fills.size(); row++) {
///   counts[venues.getInt(row)]++;
/// }
/// String venue = codes.text(codes.codeOf("XETR")).toString();
/// ```
///
/// Codes are consecutive from 0 on, which is the empty text: a new row has it. Any thread may use
/// this. Looking up a text that is there takes no lock, adding one does.
///
/// Any number of distinct texts is legal. Each takes about 100 bytes of the heap beside its UTF-8,
/// and opening a file reads the whole dictionary. If most texts are distinct, a `String` without
/// annotation takes less.
public interface TextCodes {
  /// The number of texts, and of codes.
  int count();

  /// Returns the code of a text; -1 if the table does not have it.
  int codeOf(String text);

  /// Returns the text of a code.
  ///
  /// @throws IndexOutOfBoundsException if no text has it
  Text text(int code);
}
