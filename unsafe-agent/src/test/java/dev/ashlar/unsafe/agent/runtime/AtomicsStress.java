// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/// Two threads that access an `int` through the same calls, as jcstress runs them, in all kinds of
/// memory in turn. Run by [StressTest].
public final class AtomicsStress {
  private static final UnsafeProgram PROGRAM = program();
  private static final Get GET = PROGRAM.as(Get.class, "getInt", 2);
  private static final Put PUT = PROGRAM.as(Put.class, "putInt", 3);
  private static final Get GET_VOLATILE = PROGRAM.as(Get.class, "getIntVolatile", 2);
  private static final Put PUT_VOLATILE = PROGRAM.as(Put.class, "putIntVolatile", 3);
  private static final Put PUT_ORDERED = PROGRAM.as(Put.class, "putOrderedInt", 3);
  private static final Add ADD = PROGRAM.as(Add.class, "getAndAddInt", 3);
  private static final Swap SWAP = PROGRAM.as(Swap.class, "compareAndSwapInt", 4);

  public interface Get {
    int at(@Nullable Object object, long offset);
  }

  public interface Put {
    void at(@Nullable Object object, long offset, int value);
  }

  public interface Add {
    int at(@Nullable Object object, long offset, int value);
  }

  public interface Swap {
    boolean at(@Nullable Object object, long offset, int expected, int value);
  }

  private AtomicsStress() {}

  private static UnsafeProgram program() {
    try {
      return UnsafeProgram.rewritten();
    } catch (ClassNotFoundException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  @SuppressWarnings("UnusedVariable") // They are read through Unsafe.
  private static final class Fields {
    int first;
    int second;
  }

  /// Two aligned `int`s: fields, elements, parts of `long`s, bytes, or native memory.
  abstract static class Place {
    /// More than there are states at a time.
    private static final int BLOCKS = 1 << 17;

    private static final long NATIVE = PROGRAM.number("allocateMemory", 8L * BLOCKS);
    private static final long FIRST = PROGRAM.offset(Fields.class, "first");
    private static final long SECOND = PROGRAM.offset(Fields.class, "second");
    private static final AtomicInteger STATES = new AtomicInteger();

    private final @Nullable Object object;
    private final long offset;
    private final long other;

    Place() {
      int state = Math.floorMod(STATES.getAndIncrement(), BLOCKS);
      object =
          switch (state % 5) {
            case 0 -> new Fields();
            case 1 -> new int[2];
            case 2 -> new long[1];
            case 3 -> new byte[8];
            default -> null;
          };
      offset =
          switch (object) {
            case Fields _ -> FIRST;
            case null -> NATIVE + 8L * state;
            default -> Elements.baseOffset(object.getClass().componentType());
          };
      other = object instanceof Fields ? SECOND : offset + 4;
      PUT.at(object, offset, 0);
      PUT.at(object, other, 0);
    }

    final int get() {
      return GET.at(object, offset);
    }

    final int getOther() {
      return GET.at(object, other);
    }

    final void putOther(int value) {
      PUT.at(object, other, value);
    }

    final int getVolatile() {
      return GET_VOLATILE.at(object, offset);
    }

    final void putVolatile(int value) {
      PUT_VOLATILE.at(object, offset, value);
    }

    final void putOrdered(int value) {
      PUT_ORDERED.at(object, offset, value);
    }

    final void add(int value) {
      var _ = ADD.at(object, offset, value);
    }

    final boolean swap(int value) {
      return SWAP.at(object, offset, 0, value);
    }
  }

  @JCStressTest
  @Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "none is lost")
  @State
  public static class Additions extends Place {
    @Actor
    public void one() {
      add(1);
    }

    @Actor
    public void two() {
      add(2);
    }

    @Arbiter
    public void sum(I_Result result) {
      result.r1 = get();
    }
  }

  @JCStressTest
  @Outcome(id = "10", expect = Expect.ACCEPTABLE, desc = "written behind the addition")
  @Outcome(id = "11", expect = Expect.ACCEPTABLE, desc = "written in front of it")
  @State
  public static class AdditionAndWrite extends Place {
    @Actor
    public void one() {
      add(1);
    }

    @Actor
    public void two() {
      putVolatile(10);
    }

    @Arbiter
    public void sum(I_Result result) {
      result.r1 = get();
    }
  }

  @JCStressTest
  @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the first")
  @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the second")
  @State
  public static class Swaps extends Place {
    @Actor
    public void one(ZZ_Result result) {
      result.r1 = swap(1);
    }

    @Actor
    public void two(ZZ_Result result) {
      result.r2 = swap(2);
    }
  }

  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "before")
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "between")
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "behind")
  @State
  public static class Publication extends Place {
    @Actor
    public void writes() {
      putOther(1);
      putOrdered(1);
    }

    @Actor
    public void reads(II_Result result) {
      result.r1 = getVolatile();
      result.r2 = getOther();
    }
  }
}
