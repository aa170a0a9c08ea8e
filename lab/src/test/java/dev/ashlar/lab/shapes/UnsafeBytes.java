// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

/// Messages that are accessed through Unsafe.
final class UnsafeBytes extends Messages {
  private final UnsafeMemory memory;

  UnsafeBytes(BytesShape shape) {
    super(shape);
    this.memory = UnsafeMemory.of(shape.storage(), shape.isBeside() || shape.isBoth());
  }

  /// Run 0 is the memory in the shape's storage. Run 1 is an array, for every second message.
  @Override
  public String members(String construction) {
    String bytes = "SKIPPED + LENGTH";
    String contents =
        """
        long fill() {
        %sreturn LENGTH;
        }

        long digest() {
        long sum = 0;
        %sreturn sum;
        }
        """
            .formatted(
                forEachWord(1, "%2$s") + forEachWord(0, "%2$s"),
                forEachWord(1, "sum = sum * 31 + %1$s;")
                    + forEachWord(0, "sum = sum * 31 + %1$s;"));
    return memory.members(
        shape.storage(),
        memory.declared(0, "byte") + UnsafeMemory.HEAP.declared(1, "byte"),
        memory.made(0, "byte", bytes) + UnsafeMemory.HEAP.made(1, "byte", bytes),
        construction,
        contents);
  }

  private String forEachWord(int run, String statement) {
    UnsafeMemory kind = run == 0 ? memory : UnsafeMemory.HEAP;
    String address = kind.start(run, "byte") + " + SKIPPED + i";
    return """
    {
    %sfor (int i = 0; i < LENGTH; i += 8) {
    %s
    }
    }
    """
        .formatted(
            kind.local(run, "byte"),
            statement.formatted(
                kind.get(run, ValueType.LONG, address),
                kind.put(run, ValueType.LONG, address, "value(i, 0)")));
  }

  @Override
  public String locals() {
    return shape.isBoth() ? "" : memory.local(0, "byte");
  }

  @Override
  public String step() {
    String base = memory.start(0, "byte");
    if (!shape.isBoth()) {
      return shape.offset() + "long a = %s + SKIPPED;".formatted(base);
    }
    return """
    boolean first = (i & 1) == 0;
    Object m0 = first ? OverUnsafe.this.m1 : OverUnsafe.this.m0;
    long a = (first ? Unsafe.ARRAY_BYTE_BASE_OFFSET : OverUnsafe.this.b0) + SKIPPED;
    """
        + shape.offset();
  }

  private String address(Touch touch) {
    return "a + " + shape.offset(touch);
  }

  @Override
  public String read(Touch touch) {
    String value = memory.get(0, touch.type(), address(touch));
    return shape.isBigEndian() ? reversed(touch, value) : value;
  }

  @Override
  public String write(Touch touch, String value) {
    return memory.put(
        0, touch.type(), address(touch), shape.isBigEndian() ? reversed(touch, value) : value);
  }

  private static String reversed(Touch touch, String value) {
    return "%s.reverseBytes(%s)".formatted(touch.type().wrapper(), value);
  }
}
