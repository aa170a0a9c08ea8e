// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// How a [Bytes] reaches its memory.
///
/// ```java
/// Bytes page = Bytes.of(Arena.ofAuto().allocate(4096));
/// if (page.accessPath() == AccessPath.CHECKED_WITHOUT_NATIVE_ACCESS) {
///   System.err.println("Start Java with --enable-native-access=ALL-UNNAMED");
/// }
/// ```
public enum AccessPath {
  /// A `byte[]`, through views of the array. Needs no flag.
  ARRAY,

  /// Native memory, after bounds and lifetime were checked here. Needs native access.
  NATIVE,

  /// Through the JDK's own checked accessors. So are arrays other than `byte[]`, heap memory that
  /// was read-only before, shared arenas that can be closed, and confined memory of another thread.
  /// So are the kinds of memory that a later JDK adds. Correct, but its speed depends on which
  /// kinds of segments the program has used.
  CHECKED,

  /// As [#CHECKED], for native memory that would be [#NATIVE] if native access had been granted:
  /// `--enable-native-access=dev.ashlar.memory` on the module path, `=ALL-UNNAMED` on the class
  /// path.
  CHECKED_WITHOUT_NATIVE_ACCESS
}
