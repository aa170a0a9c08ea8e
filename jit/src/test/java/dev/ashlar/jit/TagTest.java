// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.internal.log.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TagTest {
  /// What HotSpot of JDK 17 to 25 writes beside the tags that are read.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "assert_null",
        "blob",
        "branch",
        "cast_up",
        "comment",
        "dependency",
        "/dependency",
        "dependency_failed",
        "deoptimized",
        "/deoptimized",
        "deps_find_witness",
        "destroy_vm",
        "eliminate_boxing",
        "flags",
        "hot_throw",
        "inline_level_discount",
        "l2n_intrinsification_success",
        "loop",
        "/loop",
        "loop_tree",
        "/loop_tree",
        "make_not_compilable",
        "make_unloaded",
        "method_not_compilable_at_tier",
        "missing_mdp",
        "observe",
        "parse_done",
        "phase",
        "/phase",
        "phase_done",
        "predicate_intrinsic",
        "predicated_intrinsic",
        "predicted_call",
        "print_nmethod",
        "/print_nmethod",
        "regalloc",
        "replace_string_concat",
        "sect",
        "/sect",
        "/blob",
        "statistics",
        "stress_test",
        "symbol",
        "tty",
        "/tty",
        "tty_done",
        "unknown",
        "vm_version",
        "/vm_version",
        "writer",
        "/start_compile_thread",
        "/compilation_log"
      })
  void othersAreNotTakenForDamagedOnes(String name) {
    assertThat(Tag.isDamaged(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"inline_fai", "inline_gail", "i", "cal", "tbsk", "/pars", "bb", "hlass"})
  void aNameThatIsNearlyOneIsDamaged(String name) {
    assertThat(Tag.isDamaged(name)).isTrue();
  }
}
