// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.asm;

import dev.ashlar.jit.asm.CodeDiff;
import dev.ashlar.jit.asm.CodeDiff.Change;
import dev.ashlar.jit.asm.CodeDiff.LoopChange;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import java.util.List;
import java.util.Locale;

/// Prints the differences of machine code as text for a terminal.
public final class MachineCodeDiffText {
  private final TextLines lines;

  private MachineCodeDiffText(Style style) {
    this.lines = new TextLines(style);
  }

  /// Returns the differences of two versions of a method.
  public static String of(CodeDiff diff, Style style) {
    MachineCodeDiffText text = new MachineCodeDiffText(style);
    text.diff(diff);
    return text.lines.toString();
  }

  private void diff(CodeDiff diff) {
    MachineCode now = diff.now().code();
    lines.title(now.method().qualifiedName() + now.method().descriptor());
    lines.indented(
        diff.old().code().byteSize()
            + " bytes before, "
            + now.byteSize()
            + " after"
            + (now.isOsr() ? ", OSR" : ""),
        Ink.DIM);
    unknown("before", diff.old().unknown());
    unknown("after", diff.now().unknown());
    for (LoopChange loop : diff.loops()) {
      if (loop.isDifferent()) {
        loop(loop);
      }
    }
    if (!diff.whole().isEmpty()) {
      lines.indented("outside of loops", Ink.BOLD);
      diff.whole().forEach(this::change);
    }
    if (diff.isSame()) {
      lines.indented("nothing was gained or lost", Ink.NONE);
    }
  }

  private void unknown(String when, List<String> unknown) {
    if (!unknown.isEmpty()) {
      lines.indented("not known " + when + ": " + String.join("; ", unknown), Ink.LOSS);
    }
  }

  private void loop(LoopChange loop) {
    lines.indented(loop.title(), Ink.BOLD);
    if (loop.before().isEmpty()) {
      lines.wrapped("new: " + loop.after(), TextLines.GAP.repeat(2), Ink.NONE);
    } else if (loop.after().isEmpty()) {
      lines.wrapped("gone: " + loop.before(), TextLines.GAP.repeat(2), Ink.NONE);
    }
    loop.changes().forEach(this::change);
  }

  private void change(Change change) {
    lines.wrapped(
        String.format(Locale.ROOT, "%s: %d → %d", change.what(), change.before(), change.after()),
        TextLines.GAP.repeat(2),
        Ink.SUBJECT);
  }
}
