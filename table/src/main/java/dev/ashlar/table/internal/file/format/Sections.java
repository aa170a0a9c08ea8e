// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.internal.schema.Layout;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// The constant properties of a file, in sections with a type and a length.
///
/// ```
///  0  type, int
///  4  1 if the file cannot be read without knowing this type, int
///  8  length, int
/// 12  0
/// 16  that many bytes, and zeros up to a multiple of 8
/// ```
public final class Sections {
  private static final int PREFIX = 16;
  private static final int REQUIRED = 1;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /// Adds a required section.
  public Sections add(int type, byte... section) {
    return add(type, REQUIRED, section);
  }

  /// Adds a section that versions which do not know it ignore.
  public Sections addOptional(int type, byte... section) {
    return add(type, 0, section);
  }

  private Sections add(int type, int required, byte[] section) {
    ByteBuffer prefix = ByteBuffer.allocate(PREFIX).order(ByteOrder.nativeOrder());
    bytes.writeBytes(prefix.putInt(type).putInt(required).putInt(section.length).array());
    bytes.writeBytes(section);
    bytes.writeBytes(new byte[padded(section.length) - section.length]);
    return this;
  }

  public Sections add(int type, long... numbers) {
    ByteBuffer section =
        ByteBuffer.allocate(numbers.length * Long.BYTES).order(ByteOrder.nativeOrder());
    for (long number : numbers) {
      section.putLong(number);
    }
    return add(type, section.array());
  }

  public byte[] bytes() {
    return bytes.toByteArray();
  }

  private static int padded(int length) {
    return (int) Layout.roundUp(length, Long.BYTES);
  }

  /// Returns the sections of the known types, and those of the types in `missing`, which are empty
  /// if there are none.
  ///
  /// @throws TableFileException if one of those is missing, or one that is required is not known
  public static Map<Integer, ByteBuffer> parse(
      Path path, byte[] sections, Set<Integer> missing, int... known) throws TableFileException {
    ByteBuffer bytes = ByteBuffer.wrap(sections).order(ByteOrder.nativeOrder());
    Map<Integer, ByteBuffer> found = new HashMap<>();
    missing.forEach(type -> found.put(type, ByteBuffer.allocate(0)));
    for (int type : known) {
      found.put(type, ByteBuffer.allocate(0));
    }
    int seen = 0;
    while (bytes.remaining() >= PREFIX) {
      int type = bytes.getInt();
      boolean required = bytes.getInt() == REQUIRED;
      int length = bytes.getInt();
      bytes.getInt();
      if (length < 0 || length > bytes.remaining()) {
        throw FileHeader.impossible(path, "the length of section " + type, length);
      }
      if (found.containsKey(type)) {
        found.put(type, bytes.slice(bytes.position(), length).order(ByteOrder.nativeOrder()));
        seen += missing.contains(type) ? 0 : 1;
      } else if (required) {
        throw new TableFileException(
            path,
            Reason.OTHER_VERSION,
            "has a section of type %d, which this version of Ashlar cannot do without knowing it"
                    .formatted(type)
                + ": open it with a newer one");
      }
      bytes.position(bytes.position() + Math.min(padded(length), bytes.remaining()));
    }
    if (seen != known.length) {
      throw FileHeader.impossible(
          path, "the number of sections of the types %s".formatted(Arrays.toString(known)), seen);
    }
    return found;
  }
}
