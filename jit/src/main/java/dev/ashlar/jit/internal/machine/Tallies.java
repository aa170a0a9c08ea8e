package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.Unread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Counts what cannot be read.
final class Tallies {
  private final Map<String, Unread> counted = new LinkedHashMap<>();

  void add(String what, long byteOffset) {
    counted.merge(
        what,
        new Unread(what, 1, byteOffset),
        (a, b) -> new Unread(what, a.count() + 1, a.firstByteOffset()));
  }

  List<Unread> unread() {
    return List.copyOf(counted.values());
  }
}
