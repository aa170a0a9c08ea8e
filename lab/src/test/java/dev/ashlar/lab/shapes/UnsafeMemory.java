// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.Locale;

/// Generates the declarations and accesses of the memory of an Unsafe side. This memory consists of
/// contiguous runs, which are numbered from 0.
enum UnsafeMemory {
  /// Arrays.
  HEAP,
  /// Addresses.
  NATIVE,
  /// Arrays and addresses, accessed by the same code.
  BOTH;

  private static final String HELPERS =
      """
      private static final Unsafe U = unsafe();

      private static Unsafe unsafe() {
      try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
      } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
      }
      }

      /// {@return the address of zeroed memory that is never freed}
      private static long address(String storage, long bytes) throws IOException {
      if (storage.equals("mapped")) {
      try (FileChannel file = FileChannel.open(scratch("memory"), CREATE_NEW, READ, WRITE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.global()).address();
      }
      }
      return Arena.global().allocate(bytes, 64).address();
      }
      """;

  static UnsafeMemory of(Storage storage, boolean isBeside) {
    return isBeside ? BOTH : storage == Storage.HEAP ? HEAP : NATIVE;
  }

  /// {@return members of an Unsafe side}
  ///
  /// @param fields the declarations from [#declared]
  /// @param made the statements from [#made]
  /// @param construction statements at the end of the constructor
  /// @param contents the members that fill the memory and sum it up
  String members(
      Storage storage, String fields, String made, String construction, String contents) {
    return """
    %s
    %s
    OverUnsafe() throws IOException {
    this("%s");
    }

    OverUnsafe(String storage) throws IOException {
    %sfill();
    %s}

    %s
    static void beside() throws IOException {
    %s}
    """
        .formatted(HELPERS, fields, storage, made, construction, contents, beside());
  }

  String declared(int run, String arrayType) {
    return switch (this) {
      case HEAP -> "private final %s[] m%d;\n".formatted(arrayType, run);
      case NATIVE -> "private final long b%d;\n".formatted(run);
      case BOTH -> "private final Object m%1$d;\nprivate final long b%1$d;\n".formatted(run);
    };
  }

  /// {@return statements that allocate a run, for a constructor with a parameter `storage`}
  ///
  /// @param length an expression for the size of the run in bytes
  String made(int run, String arrayType, String length) {
    String bytes = sizeOf(arrayType);
    String array = "new %s[(int) ((%s + %s - 1) / %s)]".formatted(arrayType, length, bytes, bytes);
    return switch (this) {
      case HEAP -> "m%d = %s;\n".formatted(run, array);
      case NATIVE -> "b%d = address(storage, %s);\n".formatted(run, length);
      case BOTH ->
          """
          m%1$d = storage.equals("heap") ? %2$s : null;
          b%1$d = storage.equals("heap") ? %3$s : address(storage, %4$s);
          """
              .formatted(run, array, arrayBase(arrayType), length);
    };
  }

  private static String sizeOf(String arrayType) {
    return "" + ValueType.valueOf(arrayType.toUpperCase(Locale.ROOT)).bytes();
  }

  private static String arrayBase(String arrayType) {
    return "Unsafe.ARRAY_%s_BASE_OFFSET".formatted(arrayType.toUpperCase(Locale.ROOT));
  }

  /// {@return statements that put a run into local variables}
  String local(int run, String arrayType) {
    String base = "long b%1$d = OverUnsafe.this.b%1$d;\n".formatted(run);
    return switch (this) {
      case HEAP ->
          "%1$s[] m%2$d = Objects.requireNonNull(OverUnsafe.this.m%2$d);\n"
              .formatted(arrayType, run);
      case NATIVE -> base;
      case BOTH -> "Object m%1$d = OverUnsafe.this.m%1$d;\n".formatted(run) + base;
    };
  }

  /// {@return an expression for the start of a run}
  String start(int run, String arrayType) {
    return this == HEAP ? arrayBase(arrayType) : "b" + run;
  }

  /// @param address an expression that begins with [#start]
  String get(int run, ValueType type, String address) {
    String name = type == ValueType.BOOLEAN ? "Byte" : type.suffix();
    String value = "U.get%s(%s%s)".formatted(name, object(run), address);
    return type == ValueType.BOOLEAN ? "(" + value + " != 0)" : value;
  }

  String put(int run, ValueType type, String address, String value) {
    return type == ValueType.BOOLEAN
        ? "U.putByte(%s%s, (byte) (%s ? 1 : 0));".formatted(object(run), address, value)
        : "U.put%s(%s%s, %s);".formatted(type.suffix(), object(run), address, value);
  }

  private String object(int run) {
    return this == NATIVE ? "" : "m" + run + ", ";
  }

  /// {@return statements that run the same code on the other kinds of memory}
  private String beside() {
    return this == BOTH
        ? """
        again(new OverUnsafe("heap")::run);
        again(new OverUnsafe("native")::run);
        """
        : "";
  }
}
