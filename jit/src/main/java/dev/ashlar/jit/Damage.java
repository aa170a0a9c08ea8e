package dev.ashlar.jit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Counts what cannot be read.
final class Damage {
  private static final class Tally {
    final long first;
    long count;

    Tally(long first) {
      this.first = first;
    }
  }

  private final Map<String, Tally> tallies = new LinkedHashMap<>();

  void add(String what, long byteOffset) {
    tallies.computeIfAbsent(what, w -> new Tally(byteOffset)).count++;
  }

  void addAll(Damage other) {
    other.tallies.forEach(tallies::putIfAbsent);
  }

  List<Unread> unread() {
    return tallies.entrySet().stream()
        .map(e -> new Unread(e.getKey(), e.getValue().count, e.getValue().first))
        .toList();
  }
}
