// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

/// Thrown for bytes that are not a valid encoding of a protobuf message.
///
/// ```java
/// try {
///   EVENT.parse(new byte[] {8});
/// } catch (ProtoFormatException malformed) {
///   String message = malformed.getMessage();
/// }
/// ```
public final class ProtoFormatException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// The offset at which reading stopped.
  private final long offset;

  ProtoFormatException(String reason, long offset) {
    super(reason + ", at offset " + offset);
    this.offset = offset;
  }

  ProtoFormatException(String reason, long offset, Throwable cause) {
    super(reason + ", at offset " + offset, cause);
    this.offset = offset;
  }

  /// {@return the offset at which reading stopped, in bytes from the beginning of the input}
  public long offset() {
    return offset;
  }
}
