/// Converts Strings to UTF-8 and back: fast, without garbage, without Unsafe and without JVM flags.
///
/// A Java `String` keeps its characters in an array of its own, one byte a char when all are
/// Latin-1 and two otherwise. Encoding to UTF-8 copies the characters out and packs each into one
/// to four bytes. [Utf8][dev.ashlar.text.Utf8] writes them to memory of the caller: an array,
/// `Bytes`, a `MemorySegment` or a `ByteBuffer`. [Utf8.Encoder][dev.ashlar.text.Utf8.Encoder] is
/// the same for one thread's hot loop. [Utf8Constant][dev.ashlar.text.Utf8Constant] is a text
/// encoded beforehand. [Utf8Builder][dev.ashlar.text.Utf8Builder] builds a text in UTF-8 as
/// `StringBuilder` builds one in UTF-16.
///
/// ```java
/// byte[] packet = new byte[1024];
/// int end = Utf8.encode("Grüße", packet, 0);           // 7 bytes, nothing allocated
/// String back = Utf8.decode(packet, 0, end);
///
/// Utf8.Encoder encoder = Utf8.encoder();               // one per thread
/// for (String name : List.of("id", "größe")) {
///   end += encoder.encode(name, packet, end);
/// }
/// ```
@NullMarked
package dev.ashlar.text;

import org.jspecify.annotations.NullMarked;
