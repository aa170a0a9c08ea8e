// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.classfile;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The line numbers and the intrinsic candidates in a class file (JVM specification, chapter 4).
public final class ClassFile {
  private static final int MAGIC = 0xCAFEBABE;
  private static final String INTRINSIC_CANDIDATE =
      "Ljdk/internal/vm/annotation/IntrinsicCandidate;";

  /// An entry of a `LineNumberTable`.
  private record LineStart(int bci, int line) {}

  private static final class Entry {
    boolean intrinsicCandidate;
    int codeBytes;

    /// A method may have several tables.
    final List<LineStart> lines = new ArrayList<>();
  }

  private final Map<String, Entry> methods = new HashMap<>();

  private final Map<String, String> constants = new HashMap<>();

  private final ByteBuffer in;
  private SourceMap sourceMap = SourceMap.NONE;
  private String sourceFile = "";
  private @Nullable String[] texts = {};

  /// The index of the text of a String constant.
  private int[] textOf = {};

  private ClassFile(byte[] bytes) {
    in = ByteBuffer.wrap(bytes);
  }

  /// {@return null if `bytes` are not a class file}
  public static @Nullable ClassFile parse(byte[] bytes) {
    ClassFile file = new ClassFile(bytes);
    try {
      return file.read() ? file : null;
    } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return null;
    }
  }

  /// {@return the source line of a bytecode; empty if there is none} The result is also empty if
  /// `byteSize` differs from the size in this file, because then another version of the class ran.
  ///
  /// @param byteSize the size of the method's bytecode; -1 if unknown
  public OptionalInt line(String name, String descriptor, int byteSize, int bci) {
    Entry entry = methods.get(name + descriptor);
    if (entry == null || (byteSize >= 0 && byteSize != entry.codeBytes)) {
      return OptionalInt.empty();
    }
    int line = 0;
    int from = -1;
    for (LineStart start : entry.lines) {
      // The entries may be in any order.
      if (start.bci <= bci && start.bci >= from) {
        from = start.bci;
        line = start.line;
      }
    }
    return line == 0 ? OptionalInt.empty() : ownLine(line);
  }

  /// {@return the line in the class's own source file, of a line in the class file}
  OptionalInt ownLine(int line) {
    return sourceMap.line(line, sourceFile);
  }

  public boolean isIntrinsicCandidate(String name, String descriptor) {
    Entry entry = methods.get(name + descriptor);
    return entry != null && entry.intrinsicCandidate;
  }

  /// {@return the value of a field that is a String constant; null if there is none}
  @Nullable String constant(String field) {
    return constants.get(field);
  }

  private boolean read() {
    if (in.getInt() != MAGIC) {
      return false;
    }
    skip(4);
    constants();
    skip(6);
    skip(2 * unsigned());
    int fields = unsigned();
    for (int i = 0; i < fields; i++) {
      skip(2);
      String field = texts[unsigned()];
      skip(2);
      attributes((name, end) -> {
        String value = name.equals("ConstantValue") ? texts[textOf[unsigned()]] : null;
        if (field != null && value != null) {
          constants.put(field, value);
        }
      });
    }
    int count = unsigned();
    for (int i = 0; i < count; i++) {
      method();
    }
    attributes((name, end) -> {
      if (name.equals("SourceFile")) {
        String file = texts[unsigned()];
        sourceFile = file == null ? "" : file;
      } else if (name.equals("SourceDebugExtension")) {
        byte[] text = new byte[end - in.position()];
        in.get(text);
        sourceMap = SourceMap.parse(new String(text, StandardCharsets.UTF_8));
      }
    });
    return true;
  }

  private int unsigned() {
    return in.getShort() & 0xFFFF;
  }

  private void skip(int bytes) {
    in.position(in.position() + bytes);
  }

  private void constants() {
    int count = unsigned();
    texts = new String[count];
    textOf = new int[count];
    for (int i = 1; i < count; i++) {
      int tag = in.get();
      switch (tag) {
        case 1 -> {
          byte[] text = new byte[2 + unsigned()];
          in.position(in.position() - 2).get(text);
          texts[i] = text(text);
        }
        case 5, 6 -> {
          skip(8);
          // A long or a double takes two indices.
          i++;
        }
        case 8 -> textOf[i] = unsigned();
        case 7, 16, 19, 20 -> skip(2);
        case 15 -> skip(3);
        default -> skip(4);
      }
    }
  }

  /// Decodes modified UTF-8 after its length.
  private static @Nullable String text(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return in.readUTF();
    } catch (IOException e) {
      return null;
    }
  }

  private interface Attribute {
    void read(String name, int end);
  }

  private void attributes(Attribute attribute) {
    int count = unsigned();
    for (int i = 0; i < count; i++) {
      String name = texts[unsigned()];
      int length = in.getInt();
      int end = in.position() + length;
      attribute.read(name == null ? "" : name, end);
      in.position(end);
    }
  }

  private void method() {
    skip(2);
    String key = texts[unsigned()] + texts[unsigned()];
    Entry entry = new Entry();
    attributes((name, end) -> {
      if (name.equals("RuntimeVisibleAnnotations")) {
        entry.intrinsicCandidate |= isMarked(end);
      } else if (name.equals("Code")) {
        skip(4);
        entry.codeBytes = in.getInt();
        skip(entry.codeBytes);
        skip(8 * unsigned());
        attributes((inner, innerEnd) -> {
          if (inner.equals("LineNumberTable")) {
            int count = unsigned();
            for (int i = 0; i < count; i++) {
              entry.lines.add(new LineStart(unsigned(), unsigned()));
            }
          }
        });
      }
    });
    methods.put(key, entry);
  }

  /// The annotation has no elements: two bytes of type and two zeros, which are found without
  /// parsing the annotations before it.
  private boolean isMarked(int end) {
    for (int at = in.position() + 2; at + 4 <= end; at++) {
      int type = in.getShort(at) & 0xFFFF;
      if (in.getShort(at + 2) == 0
          && type < texts.length
          && INTRINSIC_CANDIDATE.equals(texts[type])) {
        return true;
      }
    }
    return false;
  }
}
