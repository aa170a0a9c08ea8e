// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

/// Messages in a `byte[]`, which are accessed through the JDK's VarHandle views.
final class ArrayBytes extends Messages {

  ArrayBytes(BytesShape shape) {
    super(shape);
  }

  @Override
  public String members(String construction) {
    StringBuilder views = new StringBuilder();
    for (ValueType type : ValueType.values()) {
      if (type.bytes() > 1) {
        views.append(
            """
            private static final VarHandle %s =
            MethodHandles.byteArrayViewVarHandle(%s[].class, ByteOrder.%s_ENDIAN);
            """
                .formatted(type, type.java(), shape.isBigEndian() ? "BIG" : "LITTLE"));
      }
    }
    return """
    private static final VarHandle WORD =
    MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    %s
    private final byte[] bytes = new byte[SKIPPED + LENGTH];
    private final byte[][] both = {new byte[SKIPPED + LENGTH], bytes};

    OverArrays() {
    fill();
    %s}

    %s
    static void beside() {}
    """
        .formatted(
            views,
            construction,
            contents(
                "byte[]",
                "WORD.set(one, SKIPPED + i, value(i, 0))",
                "(long) WORD.get(one, SKIPPED + i)"));
  }

  @Override
  public String locals() {
    return shape.isBoth() ? "" : "byte[] m = OverArrays.this.bytes;";
  }

  @Override
  public String step() {
    return (shape.isBoth() ? "byte[] m = OverArrays.this.both[(int) i & 1];\n" : "")
        + shape.offset();
  }

  private String index(Touch touch) {
    return "SKIPPED + (int) (%s)".formatted(shape.offset(touch));
  }

  @Override
  public String read(Touch touch) {
    return touch.type() == ValueType.BYTE
        ? "m[%s]".formatted(index(touch))
        : "(%s) %s.get(m, %s)".formatted(touch.type().java(), touch.type(), index(touch));
  }

  @Override
  public String write(Touch touch, String value) {
    return touch.type() == ValueType.BYTE
        ? "m[%s] = %s;".formatted(index(touch), value)
        : "%s.set(m, %s, %s);".formatted(touch.type(), index(touch), value);
  }
}
