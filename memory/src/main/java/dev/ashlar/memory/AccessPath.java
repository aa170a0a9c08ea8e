package dev.ashlar.memory;

/// How a [Bytes] reaches its memory.
public enum AccessPath {
  /// A `byte[]`, through views of the array. Needs no flag.
  ARRAY,

  /// Native memory, after bounds and lifetime were checked here. Needs native access.
  NATIVE,

  /// Through the JDK's own checked accessors: arrays of other types than `byte[]`, heap memory that
  /// was read-only when it came here, shared arenas that can be closed, confined memory of another
  /// thread, and whatever kinds of memory a later JDK brings. Correct, but its speed depends on
  /// which kinds of segments the program has used.
  CHECKED,

  /// As [#CHECKED], for native memory that would be [#NATIVE] if native access had been granted:
  /// `--enable-native-access=dev.ashlar.memory` on the module path, `=ALL-UNNAMED` on the class
  /// path.
  CHECKED_WITHOUT_NATIVE_ACCESS
}
