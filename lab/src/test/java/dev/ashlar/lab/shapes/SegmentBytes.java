// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

/// Messages in a `MemorySegment` whose class C2 knows, as in code for one kind of memory.
final class SegmentBytes extends Messages {

  SegmentBytes(BytesShape shape) {
    super(shape);
  }

  @Override
  public String members(String construction) {
    StringBuilder layouts = new StringBuilder();
    for (ValueType type : ValueType.values()) {
      if (type != ValueType.BOOLEAN) {
        layouts.append(
            """
            private static final ValueLayout.Of%1$s %2$s = ValueLayout.JAVA_%2$s%3$s
            .withOrder(ByteOrder.%4$s_ENDIAN);
            """
                .formatted(
                    type.suffix(),
                    type,
                    type.bytes() > 1 ? "_UNALIGNED" : "",
                    shape.isBigEndian() ? "BIG" : "LITTLE"));
      }
    }
    return """
    private static final ValueLayout.OfLong WORD =
    ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    %s
    private final MemorySegment segment = %s;
    private final MemorySegment[] both = {MemorySegment.ofArray(new byte[LENGTH]), segment};

    OverSegments() throws IOException {
    fill();
    %s}

    %s
    static void beside() {}
    """
        .formatted(
            layouts,
            made(),
            construction,
            contents("MemorySegment", "one.set(WORD, i, value(i, 0))", "one.get(WORD, i)"));
  }

  private String made() {
    return switch (shape.storage()) {
      case HEAP -> "MemorySegment.ofArray(new byte[SKIPPED + LENGTH]).asSlice(SKIPPED)";
      case NATIVE -> "Arena.ofAuto().allocate(LENGTH, 64)";
      case CONFINED -> "Arena.ofConfined().allocate(LENGTH, 64)";
      case MAPPED ->
          """
          FileChannel.open(scratch("memory"), CREATE_NEW, READ, WRITE)
          .map(FileChannel.MapMode.READ_WRITE, 0, LENGTH, Arena.ofAuto())\
          """;
    };
  }

  private String known(String segment) {
    return "Segments.of%s(%s)"
        .formatted(shape.storage() == Storage.HEAP ? "Bytes" : "Native", segment);
  }

  private final boolean isPart = shape.style().isPart();
  private final String segment = isPart ? "w" : "m";

  @Override
  public String locals() {
    return "MemorySegment m = %s;".formatted(known("OverSegments.this.segment"));
  }

  @Override
  public String step() {
    String part = known("m.asSlice(o, %d)".formatted(shape.messageBytes()));
    return shape.offset() + (isPart ? "\nMemorySegment w = %s;".formatted(part) : "");
  }

  private String offset(Touch touch) {
    return isPart ? "" + touch.place() : shape.offset(touch);
  }

  @Override
  public String read(Touch touch) {
    return "%s.get(%s, %s)".formatted(segment, touch.type(), offset(touch));
  }

  @Override
  public String write(Touch touch, String value) {
    return "%s.set(%s, %s, %s);".formatted(segment, touch.type(), offset(touch), value);
  }
}
