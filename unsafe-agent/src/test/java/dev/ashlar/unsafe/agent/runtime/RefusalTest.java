// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.reflect.Array;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What Unsafe would do, and its replacement does not: nothing is written, and the message names
/// the field or the array.
class RefusalTest {
  private static final class Target {
    private int number;
    private static final int CONSTANT = Integer.parseInt("3");
    private String text = "t";
  }

  private UnsafeProgram program = program();

  private static UnsafeProgram program() {
    try {
      return UnsafeProgram.rewritten();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void anew() {
    program = program();
  }

  private void refused(String message, String name, @Nullable Object... arguments) {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> program.call(name, arguments))
          .isInstanceOf(RefusedAccessException.class)
          .hasMessageContaining(message);
    }
  }

  @Test
  void nothingIsWrittenOutsideOfAnArray() {
    for (Class<?> type : List.of(byte.class, short.class, char.class, int.class, long.class)) {
      Object array = Array.newInstance(type, 4);
      long base = program.number("arrayBaseOffset", array.getClass());
      long end = base + 4L * Elements.byteSize(type);
      for (long offset : new long[] {base - 1, end - 7, end, base + (1L << 33), Long.MIN_VALUE}) {
        refused("outside", "putLong", array, offset, -1L);
        refused("outside", "putLongVolatile", array, offset, -1L);
        refused("outside", "getAndSetLong", array, offset, -1L);
      }
      assertThat(ArrayShape.segment(array).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
          .containsOnly(0);
    }
  }

  @Test
  void blocksEndWithTheirArray() {
    byte[] bytes = new byte[10];
    long base = program.number("arrayBaseOffset", byte[].class);
    refused("copyMemory", "copyMemory", bytes, base + 3, new byte[100], base, 8L);
    refused("copyMemory", "copyMemory", new byte[100], base, bytes, base + 3, 8L);
    refused("copyMemory", "copyMemory", new int[9], base, bytes, base + 3, 8L);
    refused("setMemory", "setMemory", bytes, base + 3, 8L, (byte) 1);
    assertThat(bytes).containsOnly(0);
    assertThatThrownBy(() -> program.call("setMemory", new Object[1], base, 1L, (byte) 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theOffsetOfAFieldIsNotCalculatedWith() {
    Target target = new Target();
    long number = program.offset(Target.class, "number");
    refused(
        "4 past that of " + Target.class.getName() + ".number", "putInt", target, number + 4, 1);
    // Classes of other tests may have a field of the same number.
    refused("which java.lang.String does not have", "putInt", "another object", number, 1);
    refused("no field's", "getInt", target, 3L << 40);
    assertThat(target.number).isZero();
  }

  @Test
  void aFieldIsAccessedAsItsOwnType() {
    Target target = new Target();
    long number = program.offset(Target.class, "number");
    refused("number is a int", "putFloat", target, number, 1f);
    refused("number is a int", "getLong", target, number);
    long text = program.offset(Target.class, "text");
    refused("text", "putObject", target, text, 5);
    refused("text is a java.lang.String", "getInt", target, text);
    assertThat(target.text).isEqualTo("t");
  }

  @Test
  void aStaticFinalFieldIsNotWritten() throws Exception {
    var field = Target.class.getDeclaredField("CONSTANT");
    Object base = program.call("staticFieldBase", field);
    long offset = program.number("staticFieldOffset", field);
    assertThat(program.call("getInt", base, offset)).isEqualTo(3);
    refused("CONSTANT", "putInt", base, offset, 4);
    assertThat(Target.CONSTANT).isEqualTo(3);
  }

  @Test
  void nothingButBooleansIsWrittenToBooleans() {
    boolean[] truths = new boolean[4];
    long base = program.number("arrayBaseOffset", boolean[].class);
    refused("0 or 1", "putShort", truths, base, (short) 0x0201);
    refused("0 or 1", "copyMemory", new byte[] {1, 2, 3, 4}, base, truths, base, 4L);
    assertThat(truths).containsOnly(false);
  }

  @Test
  void referencesAreNotReadAsNumbers() {
    Object[] array = {"a"};
    long base = program.number("arrayBaseOffset", Object[].class);
    refused("references", "getInt", array, base);
    refused("outside of the heap", "getObject", null, 8L);
    refused("String[]", "putObject", new String[1], base, 5);
  }

  @Test
  void anAtomicAccessToNativeMemoryIsAligned() {
    long block = program.number("allocateMemory", 16L);
    refused("not aligned", "compareAndSwapInt", null, block + 1, 0, 1);
    program.call("putLongVolatile", null, block + 1, 5L);
    assertThat(program.call("getLongVolatile", null, block + 1)).isEqualTo(5L);
    program.call("freeMemory", block);
  }

  @Test
  void unusualSizesOfBlocksAreAsInUnsafe() throws Exception {
    UnsafeProgram judge = UnsafeProgram.original();
    for (UnsafeProgram each : List.of(judge, program)) {
      assertThat(each.call("allocateMemory", 0L)).isEqualTo(0L);
      each.call("freeMemory", 0L);
      assertThatThrownBy(() -> each.call("allocateMemory", -1L))
          .isInstanceOf(IllegalArgumentException.class);
      long block = each.number("allocateMemory", 3L);
      each.call("putByte", block + 2, (byte) 7);
      long larger = each.number("reallocateMemory", block, 100_000L);
      assertThat(each.call("getByte", larger + 2)).isEqualTo((byte) 7);
      assertThat(each.call("reallocateMemory", larger, 0L)).isEqualTo(0L);
      long fresh = each.number("reallocateMemory", 0L, 8L);
      each.call("putAddress", fresh, 0x1234567890L);
      assertThat(each.call("getAddress", fresh)).isEqualTo(0x1234567890L);
      each.call("freeMemory", fresh);
    }
  }
}
