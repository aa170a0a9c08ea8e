// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// The way in which a [Bytes] accesses its memory. All paths are checked by the JDK, and none needs
/// a flag.
///
/// ```java
/// Bytes page = Bytes.of(MemorySegment.ofArray(new long[512]));
/// if (page.accessPath() == AccessPath.CHECKED) {
///   System.err.println("Use a byte[] or native memory");
/// }
/// ```
public enum AccessPath {
  /// A `byte[]`, through views of the array.
  ARRAY,

  /// Native memory, through a segment whose class the compiler knows.
  NATIVE,

  /// Memory of arrays other than `byte[]`, heap memory that was read-only before, and the `Bytes`
  /// of shared leases. Access is slow in a program that uses several of these kinds.
  CHECKED
}
