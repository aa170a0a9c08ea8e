// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

/// Messages in `Bytes`.
final class AshlarBytes extends Messages {

  AshlarBytes(BytesShape shape) {
    super(shape);
  }

  @Override
  public String members(String construction) {
    return """
    private final Bytes bytes;
    private final Bytes[] both;

    Ashlar() throws IOException {
    this("%s");
    }

    Ashlar(String storage) throws IOException {
    bytes = make(storage);
    both = new Bytes[] {make("heap"), bytes};
    fill();
    %s}

    private static Bytes make(String storage) throws IOException {
    return switch (storage) {
    case "heap" -> Bytes.of(new byte[SKIPPED + LENGTH], SKIPPED, LENGTH);
    case "native" -> Bytes.of(Arena.ofAuto().allocate(LENGTH, 64));
    case "confined" -> Bytes.of(Arena.ofConfined().allocate(LENGTH, 64));
    default -> {
    try (FileChannel file = FileChannel.open(scratch("memory"), CREATE_NEW, READ, WRITE)) {
    yield Bytes.of(file.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH, Arena.ofAuto()));
    }
    }
    };
    }

    %s
    static void beside() throws IOException {
    %s}
    """
        .formatted(
            shape.storage(),
            construction,
            contents("Bytes", "one.setLong(i, value(i, 0))", "one.getLong(i)"),
            shape.isBeside()
                ? """
                again(new Ashlar("heap")::run);
                again(new Ashlar("native")::run);
                again(new Ashlar("mapped")::run);
                """
                : "");
  }

  @Override
  public String locals() {
    return shape.isBoth()
        ? "Bytes[] both = Ashlar.this.both;"
        : view("b", "Ashlar.this.bytes", !shape.style().isPart());
  }

  @Override
  public String step() {
    String chosen =
        shape.isBoth() ? view("b", "both[(int) i & 1]", !shape.style().isPart()) + "\n" : "";
    String part =
        switch (shape.style()) {
          case SLICE -> "\n" + view("w", "b.asSlice(o, %d)".formatted(shape.messageBytes()), true);
          default -> "";
        };
    return chosen + shape.offset() + part;
  }

  private String view(String name, String bytes, boolean isRead) {
    return shape.isBigEndian() && isRead
        ? "BigEndianBytes %s = %s.bigEndian();".formatted(name, bytes)
        : "Bytes %s = %s;".formatted(name, bytes);
  }

  private String offset(Touch touch) {
    return shape.style().isPart() ? "" + touch.place() : shape.offset(touch);
  }

  private String view() {
    return shape.style().isPart() ? "w" : "b";
  }

  @Override
  public String read(Touch touch) {
    return "%s.get%s(%s)".formatted(view(), touch.type().suffix(), offset(touch));
  }

  @Override
  public String write(Touch touch, String value) {
    return "%s.set%s(%s, %s);".formatted(view(), touch.type().suffix(), offset(touch), value);
  }
}
