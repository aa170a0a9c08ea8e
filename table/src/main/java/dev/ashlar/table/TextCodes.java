// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

/// The texts of a table's [DictionaryEncoded] components, and their codes. The dictionary only
/// grows: a text keeps its code as long as the table exists, also in a file.
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
/// Codes are consecutive. Code 0 is the empty text, which a new row has. Any thread may use this
/// object. Looking up an existing text takes no lock; adding a text does.
///
/// Any number of distinct texts is legal. Each takes about 100 bytes of the heap in addition to its
/// UTF-8, and opening a file reads the whole dictionary. If most texts are distinct, a `String`
/// without annotation takes less memory.
public interface TextCodes {
  /// Returns the number of texts, which is also that of codes.
  int count();

  /// Returns the code of a text; -1 if the table does not have it.
  int codeOf(String text);

  /// Returns the text of a code.
  ///
  /// @throws IndexOutOfBoundsException if no text has this code
  Text text(int code);
}
