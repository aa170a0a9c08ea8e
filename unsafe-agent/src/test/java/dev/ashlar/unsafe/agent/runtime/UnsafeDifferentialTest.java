// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Unsafe judges its replacement: random operations, inside of arrays, fields and blocks, have the
/// same results and leave the same memory.
@ExtendWith(Seeded.class)
class UnsafeDifferentialTest {
  private static final int ROUNDS = Slow.times(12, 600);
  private static final int OPERATIONS = 20_000;

  private static final long BOOLEAN_BITS = 0x0101010101010101L;

  /// Each round has a new class, whose calls meet the shapes in another order.
  @Test
  void everyMethodHasTheSameEffectAsThatOfUnsafe(RandomGenerator random) throws Exception {
    compare(random, ROUNDS);
  }

  static void compare(RandomGenerator random, int rounds) throws Exception {
    UnsafeProgram judge = UnsafeProgram.original();
    for (int round = 0; round < rounds; round++) {
      new Round(random, judge, UnsafeProgram.rewritten()).run();
    }
  }

  private static final class Round {
    private final RandomGenerator random;
    private final UnsafeProgram judge;
    private final UnsafeProgram replacement;
    private final World expected;
    private final World actual;
    private Supplier<String> last = () -> "";

    Round(RandomGenerator random, UnsafeProgram judge, UnsafeProgram replacement)
        throws NoSuchFieldException {
      this.random = random;
      this.judge = judge;
      this.replacement = replacement;
      expected = new World(judge);
      actual = new World(replacement);
      expected.addStatics(JudgedStatics.class);
      actual.addStatics(ReplacedStatics.class);
    }

    void run() {
      List<Integer> few = someOf(expected.places().size(), 1 + random.nextInt(12));
      for (int i = 0; i < OPERATIONS; i++) {
        int place = i < OPERATIONS / 2 ? few.get(random.nextInt(few.size())) : anyPlace();
        if (random.nextInt(20) == 0) {
          block(place, anyPlace());
        } else {
          access(place);
        }
        if (i % 256 == 0) {
          for (int p = 0; p < expected.places().size(); p++) {
            compare(p);
          }
        }
      }
      expected.free();
      actual.free();
    }

    private int anyPlace() {
      return random.nextInt(expected.places().size());
    }

    private List<Integer> someOf(int count, int wanted) {
      List<Integer> some = new ArrayList<>();
      for (int i = 0; i < wanted; i++) {
        some.add(random.nextInt(count));
      }
      return some;
    }

    private void access(int index) {
      World.Place place = expected.places().get(index);
      World.Place other = actual.places().get(index);
      Access access = anyAccess(place);
      int size = access.byteSize();
      if (access.type() == Object.class && place.type() == Object.class) {
        size = Elements.indexScale(Object.class);
      }
      if (size > place.byteSize()) {
        return;
      }
      int position = place.isField() ? 0 : random.nextInt(place.byteSize() - size + 1);
      boolean aligned = !access.isPlain() || access.type() == Object.class;
      if (aligned && !place.isField()) {
        long address = place.start() + position;
        position -= (int) (address % size);
        if (position < 0) {
          return;
        }
      }
      @Nullable Object[] values = values(access, place.type());
      int at = position;
      last = () -> access.name() + " at " + at + " of " + place + Arrays.toString(values);
      boolean hasAddress = access.isPlain() && access.type() != boolean.class;
      if (place.object() == null && hasAddress && random.nextBoolean()) {
        same(
            judge.call(access.name(), with(values, place.start() + position)),
            replacement.call(access.name(), with(values, other.start() + position)));
      } else {
        same(
            judge.call(access.name(), with(values, place.object(), place.start() + position)),
            replacement.call(
                access.name(), with(values, other.object(), other.start() + position)));
      }
      compare(index);
    }

    private static @Nullable Object[] with(@Nullable Object[] values, @Nullable Object... first) {
      @Nullable Object[] all = Arrays.copyOf(first, first.length + values.length);
      System.arraycopy(values, 0, all, first.length, values.length);
      return all;
    }

    private Access anyAccess(World.Place place) {
      boolean hasReferences = !place.type().isPrimitive();
      while (true) {
        Access access = Access.ALL.get(random.nextInt(Access.ALL.size()));
        boolean sameType = access.type() == place.type();
        boolean own = hasReferences || place.isField();
        if (own ? sameType : access.type() != Object.class) {
          // Booleans have no atomic access but as booleans.
          if (place.type() != boolean.class || sameType || access.isPlain()) {
            return access;
          }
        }
      }
    }

    private @Nullable Object[] values(Access access, Class<?> into) {
      return switch (access.methodType().parameterCount() - 2) {
        case 0 -> new @Nullable Object[0];
        case 1 -> new @Nullable Object[] {value(access.type(), into)};
        default -> new @Nullable Object[] {value(access.type(), into), value(access.type(), into)};
      };
    }

    private @Nullable Object value(Class<?> type, Class<?> into) {
      long bits = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextLong();
      if (into == boolean.class) {
        bits &= BOOLEAN_BITS;
      }
      if (type == boolean.class) {
        return (bits & 1) != 0;
      } else if (type == byte.class) {
        return (byte) bits;
      } else if (type == short.class) {
        return (short) bits;
      } else if (type == char.class) {
        return (char) bits;
      } else if (type == int.class) {
        return (int) bits;
      } else if (type == long.class) {
        return bits;
      } else if (type == float.class) {
        return Float.intBitsToFloat((int) bits);
      } else if (type == double.class) {
        return Double.longBitsToDouble(bits);
      }
      return Seeded.oneOf(random, World.REFERENCES);
    }

    private void block(int from, int to) {
      World.Place source = expected.places().get(from);
      World.Place target = expected.places().get(to);
      if (source.isField()
          || target.isField()
          || !source.type().isPrimitive()
          || !target.type().isPrimitive()) {
        return;
      }
      // A byte that is no boolean is refused there, and tested elsewhere.
      boolean booleans = target.type() == boolean.class;
      int most = Math.min(source.byteSize(), target.byteSize());
      int size = random.nextInt(most + 1);
      int end = random.nextInt(target.byteSize() - size + 1);
      World.Place other = actual.places().get(to);
      if (booleans || random.nextBoolean()) {
        byte value = (byte) (booleans ? random.nextInt(2) : random.nextInt());
        last = () -> "setMemory of " + size + " at " + end + " of " + target;
        judge.call("setMemory", target.object(), target.start() + end, (long) size, value);
        replacement.call("setMemory", other.object(), other.start() + end, (long) size, value);
      } else {
        int start = random.nextInt(source.byteSize() - size + 1);
        World.Place another = actual.places().get(from);
        last =
            () ->
                "copyMemory of "
                    + size
                    + " from "
                    + start
                    + " of "
                    + source
                    + " to "
                    + end
                    + " of "
                    + target;
        judge.call(
            "copyMemory",
            source.object(),
            source.start() + start,
            target.object(),
            target.start() + end,
            (long) size);
        replacement.call(
            "copyMemory",
            another.object(),
            another.start() + start,
            other.object(),
            other.start() + end,
            (long) size);
      }
      compare(to);
    }

    private void same(@Nullable Object expectedResult, @Nullable Object actualResult) {
      if (!Objects.equals(bits(expectedResult), bits(actualResult))) {
        assertThat(actualResult).as(last).isEqualTo(expectedResult);
      }
    }

    private static @Nullable Object bits(@Nullable Object value) {
      return switch (value) {
        case Float f -> Float.floatToRawIntBits(f);
        case Double d -> Double.doubleToRawLongBits(d);
        case null, default -> value;
      };
    }

    private void compare(int index) {
      World.Place place = expected.places().get(index);
      World.Place other = actual.places().get(index);
      if (!World.same(place, other)) {
        assertThat(World.values(other)).as(last).isEqualTo(World.values(place));
        throw new AssertionError(last.get());
      }
    }
  }
}
