// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.junit.JitRun;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// C2 inlines the accesses to 16 and to 32 fields into a loop: more than it inlines while it
/// parses.
final class WideCursorInliningTest {
  static List<TableFixture.Kind> kinds() {
    return Slow.some(2, TableFixture.kinds().stream().filter(kind -> !kind.isShared()).toList());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyFieldIsInlined(TableFixture.Kind kind) {
    JitRun run = InliningTest.JVM.main(Loop.class, kind.name());
    assertInlined(run, "sum", 32);
    assertInlined(run, "sumHalf", 16);
  }

  private static void assertInlined(JitRun run, String loop, int fields) {
    for (CallTree code : run.log().codeOf(Loop.class.getName() + "::" + loop)) {
      assertThat(code.sites()).hasSize(1 + fields);
      assertThat(code.sites().stream().filter(site -> !site.isInlined()).map(CallSite::callee))
          .isEmpty();
    }
  }

  record Wide(
      long f0,
      long f1,
      long f2,
      long f3,
      long f4,
      long f5,
      long f6,
      long f7,
      long f8,
      long f9,
      long f10,
      long f11,
      long f12,
      long f13,
      long f14,
      long f15,
      long f16,
      long f17,
      long f18,
      long f19,
      long f20,
      long f21,
      long f22,
      long f23,
      long f24,
      long f25,
      long f26,
      long f27,
      long f28,
      long f29,
      long f30,
      long f31) {}

  /// Each field has its number.
  static Wide numbered() {
    return new Wide(
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
        25, 26, 27, 28, 29, 30, 31);
  }

  static long sum(Wide wide) {
    return wide.f0()
        + wide.f1()
        + wide.f2()
        + wide.f3()
        + wide.f4()
        + wide.f5()
        + wide.f6()
        + wide.f7()
        + wide.f8()
        + wide.f9()
        + wide.f10()
        + wide.f11()
        + wide.f12()
        + wide.f13()
        + wide.f14()
        + wide.f15()
        + wide.f16()
        + wide.f17()
        + wide.f18()
        + wide.f19()
        + wide.f20()
        + wide.f21()
        + wide.f22()
        + wide.f23()
        + wide.f24()
        + wide.f25()
        + wide.f26()
        + wide.f27()
        + wide.f28()
        + wide.f29()
        + wide.f30()
        + wide.f31();
  }

  /// Makes a table in which each field has its number.
  static Table<Wide> table(TableFixture fixture, TableFixture.Kind kind, int rows)
      throws IOException {
    Table<Wide> table = kind.make(fixture, TableType.of(MethodHandles.lookup(), Wide.class), rows);
    for (int row = 0; row < rows; row++) {
      table.set(row, numbered());
    }
    return table;
  }

  interface HalfCursor extends Cursor {
    long f0();

    long f1();

    long f2();

    long f3();

    long f4();

    long f5();

    long f6();

    long f7();

    long f8();

    long f9();

    long f10();

    long f11();

    long f12();

    long f13();

    long f14();

    long f15();
  }

  interface WideCursor extends HalfCursor {
    long f16();

    long f17();

    long f18();

    long f19();

    long f20();

    long f21();

    long f22();

    long f23();

    long f24();

    long f25();

    long f26();

    long f27();

    long f28();

    long f29();

    long f30();

    long f31();
  }

  static final class Loop {
    private static final int ROWS = 256;
    private static final int PASSES = 2_000;

    private Loop() {}

    public static void main(String[] names) throws IOException {
      try (TableFixture fixture = new TableFixture()) {
        for (String name : names) {
          sumOften(table(fixture, TableFixture.kind(name), ROWS));
        }
      }
    }

    private static void sumOften(Table<Wide> table) {
      WideCursor cursor = table.cursor(WideCursor.class);
      HalfCursor halfCursor = table.cursor(HalfCursor.class);
      for (int pass = 0; pass < PASSES; pass++) {
        long sum = sum(cursor);
        long half = sumHalf(halfCursor);
        if (sum != 31 * 16 * ROWS || half != 15 * 8 * ROWS) {
          throw new AssertionError(sum + " " + half);
        }
      }
    }

    private static long sumHalf(HalfCursor half) {
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        half.moveTo(row);
        sum += half.f0() + half.f1() + half.f2() + half.f3();
        sum += half.f4() + half.f5() + half.f6() + half.f7();
        sum += half.f8() + half.f9() + half.f10() + half.f11();
        sum += half.f12() + half.f13() + half.f14() + half.f15();
      }
      return sum;
    }

    private static long sum(WideCursor wide) {
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        wide.moveTo(row);
        sum += wide.f0() + wide.f1() + wide.f2() + wide.f3();
        sum += wide.f4() + wide.f5() + wide.f6() + wide.f7();
        sum += wide.f8() + wide.f9() + wide.f10() + wide.f11();
        sum += wide.f12() + wide.f13() + wide.f14() + wide.f15();
        sum += wide.f16() + wide.f17() + wide.f18() + wide.f19();
        sum += wide.f20() + wide.f21() + wide.f22() + wide.f23();
        sum += wide.f24() + wide.f25() + wide.f26() + wide.f27();
        sum += wide.f28() + wide.f29() + wide.f30() + wide.f31();
      }
      return sum;
    }
  }
}
