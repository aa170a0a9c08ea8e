// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.unsafe.Member;
import dev.ashlar.unsafe.Use;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Uses of the same member.
///
/// @param uses the uses in the order of the artifact; never empty
record UseGroup(Use.Kind kind, Member target, List<Use> uses) {
  /// {@return the uses by kind and member, the most frequent first within a kind}
  static List<UseGroup> of(Collection<Use> uses) {
    record Key(Use.Kind kind, Member target) {}
    Map<Key, List<Use>> groups =
        uses.stream()
            .collect(
                Collectors.groupingBy(
                    use -> new Key(use.kind(), use.target()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return groups.entrySet().stream()
        .map(
            group -> new UseGroup(group.getKey().kind(), group.getKey().target(), group.getValue()))
        .sorted(
            Comparator.comparing(UseGroup::kind)
                .thenComparing(Comparator.comparingInt((UseGroup g) -> g.uses().size()).reversed()))
        .toList();
  }

  /// {@return the used member, without its class if the kind names the class}
  String name() {
    return switch (kind) {
      case UNSAFE_CALL, UNSAFE_REFERENCE, UNSAFE_FIELD -> target.signature();
      case NATIVE_METHOD -> target.owner() + "::" + target.name();
      default -> target.qualifiedName();
    };
  }
}
