// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import dev.ashlar.lab.shapes.Touch.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Messages of equal size in a range of bytes, and the accesses to each of them.
///
/// @param isBoth whether every second message is on the heap instead of in `storage`
/// @param isBeside whether the same code has run on other kinds of memory before
/// @param isBigEndian whether the messages are big-endian
/// @param skipped the number of bytes in front of the messages in an array
/// @param messageBytes the size of a message in bytes
/// @param tasks the accesses to a message: one list for a loop, or one list for each task of single
///   calls
record BytesShape(
    Storage storage,
    boolean isBoth,
    boolean isBeside,
    boolean isBigEndian,
    int skipped,
    Style style,
    int messageBytes,
    List<List<Touch>> tasks,
    Frame frame)
    implements Subject {

  private static final int BYTES = 1 << 16;
  private static final int MOST_MESSAGES = 2000;
  private static final int MOST_TOUCHES = 128;

  /// The computation of the offset of the next value in a message.
  enum Style {
    /// At a constant offset.
    FIXED("constant offsets"),
    /// Behind the previous value, with a gap of zero or one byte, depending on the values read.
    DRIVEN("offsets that depend on data"),
    /// At a constant offset of a slice.
    SLICE("a slice for each message");

    private final String words;

    Style(String words) {
      this.words = words;
    }

    /// Returns whether a message has an object of its own.
    boolean isPart() {
      return this == SLICE;
    }
  }

  BytesShape {
    tasks = tasks.stream().map(List::copyOf).toList();
  }

  static BytesShape draw(Dice dice, ShapeKind kind) {
    boolean isBigEndian = dice.chance(15);
    Style style = dice.chance(60) ? Style.FIXED : dice.oneOf(Style.values());
    int most = kind == ShapeKind.CALLS ? 4 : MOST_TOUCHES;
    List<List<Touch>> tasks =
        IntStream.range(0, kind == ShapeKind.CALLS ? Frame.TASKS : 1)
            .mapToObj(_ -> drawTouches(dice, dice.mostlySmall(1, most), isBigEndian, style))
            .toList();
    int bytes = tasks.stream().mapToInt(touches -> span(touches, style)).max().orElseThrow();
    int messageBytes = bytes + dice.oneOf(0, 0, dice.between(1, 32));
    boolean isBoth = dice.chance(25);
    Storage storage =
        isBoth
            ? dice.oneOf(Storage.NATIVE, Storage.CONFINED, Storage.MAPPED)
            : dice.oneOf(Storage.values());
    int messages = Math.clamp(BYTES / messageBytes, 16, MOST_MESSAGES);
    return new BytesShape(
        storage,
        isBoth,
        !isBoth && dice.chance(25),
        isBigEndian,
        dice.oneOf(0, 16),
        style,
        messageBytes,
        tasks,
        Frame.draw(dice, kind, messages, isBoth ? 1 : messageBytes));
  }

  private static List<Touch> drawTouches(Dice dice, int count, boolean isBigEndian, Style style) {
    ValueType[] types =
        Arrays.stream(ValueType.values())
            .filter(type -> type != ValueType.BOOLEAN)
            .filter(type -> !isBigEndian || (type.isIntegral() && type != ValueType.BYTE))
            .toArray(ValueType[]::new);
    ValueType only = dice.oneOf(ValueType.LONG, ValueType.INT, dice.oneOf(types));
    boolean mixed = dice.chance(50);
    boolean reads = dice.chance(60);
    boolean packed = dice.chance(50);
    List<Touch> touches = new ArrayList<>();
    int place = 0;
    for (int i = 0; i < count; i++) {
      ValueType type = mixed ? dice.oneOf(types) : only;
      Op op = reads ? Op.READ : dice.oneOf(Op.values());
      place += packed ? 0 : dice.between(0, 3);
      // Arithmetic on arbitrary bits may meet NaNs, whose bits differ from compiler to compiler.
      touches.add(
          new Touch(
              style == Style.DRIVEN ? 0 : place,
              type,
              op == Op.CHANGE && !type.isIntegral() ? Op.WRITE : op));
      place += type.bytes();
    }
    return dice.chance(25) ? dice.some(count, count).stream().map(touches::get).toList() : touches;
  }

  private static int span(List<Touch> touches, Style style) {
    return style == Style.DRIVEN
        ? touches.stream().mapToInt(touch -> touch.type().bytes() + 1).sum()
        : touches.stream().mapToInt(touch -> touch.place() + touch.type().bytes()).max().orElse(0);
  }

  @Override
  public String description() {
    return "Bytes, %s%s%s%s, %d messages of %d bytes: %s, %s%s"
        .formatted(
            isBoth ? "heap and " : "",
            storage,
            skipped > 0 && (isBoth || storage == Storage.HEAP) ? ", part of an array" : "",
            isBigEndian ? ", big-endian" : "",
            frame.count(),
            messageBytes,
            tasks.stream().map(BytesShape::description).collect(Collectors.joining(" | ")),
            style.words,
            isBeside ? ", beside other kinds" : "");
  }

  private static String description(List<Touch> touches) {
    return touches.stream()
        .collect(
            Collectors.groupingBy(
                touch -> touch.op().name().toLowerCase(Locale.ROOT) + " " + touch.type().java(),
                TreeMap::new,
                Collectors.counting()))
        .entrySet()
        .stream()
        .map(kind -> kind.getValue() + " " + kind.getKey())
        .collect(Collectors.joining(" + "));
  }

  /// {@return the bytes of all messages, rounded up to a multiple of eight}
  int length() {
    return (frame.count() * messageBytes + 7) & -8;
  }

  /// {@return statements that put the offset of the message into `o`}
  String offset() {
    String type = frame.counterType();
    String offset = isBoth ? "i * " + messageBytes : "i";
    return "%s o = %s;\n%s"
        .formatted(type, offset, style == Style.DRIVEN ? type + " p = o;\n" : "");
  }

  /// {@return an expression for the offset of a value from the first message}
  String offset(Touch touch) {
    return style == Style.DRIVEN ? "p" : "o + " + touch.place();
  }

  @Override
  public String declarations() {
    return "static final int LENGTH = %d;\nstatic final int SKIPPED = %d;\n"
        .formatted(length(), skipped);
  }

  @Override
  public Set<Side> sides() {
    return isBoth || isBeside ? Side.OF_ALL_SHAPES : EnumSet.allOf(Side.class);
  }

  @Override
  public Side.Source source(Side side) {
    return switch (side) {
      case ASHLAR -> new AshlarBytes(this);
      case UNSAFE -> new UnsafeBytes(this);
      case ARRAYS -> new ArrayBytes(this);
      case SEGMENT_KNOWN -> new SegmentBytes(this);
    };
  }
}
