// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import java.util.List;

/// The purpose of one instruction, or of a few adjacent ones. An instruction of uncertain purpose
/// has no mark.
///
/// @param address the address of the main instruction; for a check, of its branch
/// @param detail more information, as `unstable_if` or `getLong`; empty if there is none
/// @param frames the source position, innermost first; for a check, where the interpreter would
///   continue
public record Mark(Kind kind, long address, String detail, List<Frame> frames) {
  /// The kinds of marks.
  public enum Kind {
    /// A branch to an uncommon trap if an index is out of range.
    RANGE_CHECK("range check"),
    /// A branch to an uncommon trap if a reference is null.
    NULL_CHECK("null check"),
    /// An instruction that faults if a reference is null; it costs nothing.
    IMPLICIT_NULL_CHECK("implicit null check"),
    /// A comparison of an object's class with one constant class.
    CLASS_GUARD("class guard"),
    /// A check that C2 hoisted out of a loop.
    LOOP_PREDICATE("loop predicate"),
    /// A branch to an uncommon trap for any other reason.
    OTHER_CHECK("check"),
    /// A call of the uncommon trap.
    UNCOMMON_TRAP("uncommon trap"),
    SAFEPOINT_POLL("safepoint poll"),
    RETURN_POLL("safepoint poll at return"),
    ALLOCATION("allocation"),
    ZEROING("zeroing"),
    CARD_MARK("card mark"),
    /// A test of G1's barrier before or after the store of a reference.
    GC_BARRIER("GC barrier"),
    /// An atomic instruction that locks or unlocks a monitor.
    LOCK("atomic instruction of a lock"),
    COMPARE_AND_SET("compare-and-set"),
    /// A call of a Java method.
    CALL("call"),
    /// A call of the JVM's own code.
    RUNTIME_CALL("runtime call"),
    BYTE_SWAP("byte swap"),
    SPILL("spill"),
    RELOAD("reload"),
    VECTOR("vector instruction");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /// {@return the name of the kind in the singular}
    public String words() {
      return words;
    }
  }

  public Mark {
    frames = List.copyOf(frames);
  }
}
