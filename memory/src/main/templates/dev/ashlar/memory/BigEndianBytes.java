// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// Reads and writes the memory of a [Bytes] big-endian. Bounds, lifetime, threads and permission
/// are those of the `Bytes`. No alignment is needed.
///
/// ```java
/// BigEndianBytes packet = Bytes.of(new byte[20]).bigEndian();
/// packet.setShort(2, (short) 443);
/// int port = packet.getUnsignedShort(2);
/// ```
public final class BigEndianBytes {
  private final Bytes bytes;

  BigEndianBytes(Bytes bytes) {
    this.bytes = bytes;
  }

  //@ for  offsets
  //@      int
  //@      long
  //@ for  type   Name   Box
  //@      short  Short  Short
  //@      char   Char   Character
  //@      int    Int    Integer
  //@      long   Long   Long
  /// Returns the `$type` at `offset`.
  public $type get$Name($offsets offset) {
    return $Box.reverseBytes(bytes.get$Name(offset));
  }

  /// Writes the `$type` at `offset`.
  public void set$Name($offsets offset, $type value) {
    bytes.set$Name(offset, $Box.reverseBytes(value));
  }

  //@ end
  //@ for  type    Name    Stored  decode                   encode
  //@      float   Float   Int     Float.intBitsToFloat     Float.floatToRawIntBits
  //@      double  Double  Long    Double.longBitsToDouble  Double.doubleToRawLongBits
  /// Returns the `$type` at `offset`.
  public $type get$Name($offsets offset) {
    return $decode(get$Stored(offset));
  }

  /// Writes the `$type` at `offset`.
  public void set$Name($offsets offset, $type value) {
    set$Stored(offset, $encode(value));
  }

  //@ end
  //@ for  type  Name   bits  unsigned
  //@      int   Short  16    Short.toUnsignedInt
  //@      long  Int    32    Integer.toUnsignedLong
  /// Returns the $bits-bit integer at `offset`, 0 to 2^$bits - 1.
  public $type getUnsigned$Name($offsets offset) {
    return $unsigned(get$Name(offset));
  }

  //@ end
  //@ end
}
