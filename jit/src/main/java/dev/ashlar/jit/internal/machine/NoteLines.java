// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.internal.log.ParseProblems;
import dev.ashlar.jit.machine.Frame;
import dev.ashlar.jit.machine.Note;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The comments of one place in the code, each on a line of its own.
final class NoteLines {
  private static final String IMPLICIT = "implicit exception: dispatches to ";
  private static final String REEXECUTE = " {reexecute=";

  private final FrameNames names;
  private final ParseProblems problems;
  private final List<Note> notes = new ArrayList<>();
  private long address;
  private int span;
  private @Nullable String bytecode;
  private boolean reexecute;
  private List<Frame> frames = new ArrayList<>();

  NoteLines(FrameNames names, ParseProblems problems) {
    this.names = names;
    this.problems = problems;
  }

  /// Sets the place of the next notes: `span` bytes at `address`.
  void at(long address, int span) {
    flush();
    this.address = address;
    this.span = span;
  }

  /// @param text what follows the semicolon
  void line(String text, long byteOffset) {
    String comment = text.strip();
    if (comment.startsWith("- ")) {
      frame(comment.substring(2).strip(), byteOffset);
    } else if (comment.startsWith("*")) {
      flush();
      int flags = comment.indexOf(REEXECUTE);
      bytecode = comment.substring(1, flags < 0 ? comment.length() : flags).strip();
      reexecute = flags >= 0 && comment.startsWith("1", flags + REEXECUTE.length());
    } else {
      flush();
      other(comment, byteOffset);
    }
  }

  private void frame(String text, long byteOffset) {
    String place = text;
    if (place.startsWith("(reexecute)")) {
      place = place.substring("(reexecute)".length()).strip();
    }
    Frame frame = names.of(place);
    if (frame == null) {
      problems.add("places of the source", byteOffset);
    } else {
      frames.add(frame);
    }
  }

  private void other(String comment, long byteOffset) {
    if (comment.startsWith("{") && comment.endsWith("}")) {
      notes.add(new Note.Relocation(address, span, comment.substring(1, comment.length() - 1)));
    } else if (comment.contains("OopMap {") || comment.startsWith("OopMap{")) {
      notes.add(new Note.OopMap(address, span, comment));
    } else if (comment.startsWith(IMPLICIT)) {
      long target = Hex.address(comment.substring(IMPLICIT.length()));
      if (target < 0) {
        problems.add("addresses", byteOffset);
      } else {
        notes.add(new Note.ImplicitException(address, span, target));
      }
    } else if (!comment.isEmpty()) {
      notes.add(new Note.Remark(address, span, comment));
    }
  }

  private void flush() {
    if (bytecode != null || !frames.isEmpty()) {
      notes.add(
          new Note.DebugInfo(
              address, span, bytecode == null ? "" : bytecode, reexecute, List.copyOf(frames)));
      bytecode = null;
      reexecute = false;
      frames = new ArrayList<>();
    }
  }

  boolean hasRelocation(String kind) {
    return notes.stream().anyMatch(n -> n instanceof Note.Relocation r && r.isOf(kind));
  }

  List<Note> finish() {
    flush();
    return notes;
  }
}
