// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.agrona;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Seeded;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.agrona.AsciiNumberFormatException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// Every method of the interfaces, with random arguments, does what it does in Agrona's
/// `UnsafeBuffer`: the same result, the same kind of exception, the same bytes afterwards.
@Timeout(120)
@ExtendWith(Seeded.class)
final class BytesBufferDifferentialTest {
  private static final int CAPACITY = 64;
  private static final int CALLS = 100_000;

  /// What a buffer wraps is asked in [BytesBufferTest].
  private static final Set<String> ELSEWHERE =
      Set.of(
          "wrap", "addressOffset", "byteArray", "byteBuffer", "wrapAdjustment", "verifyAlignment");

  private static final List<Method> METHODS =
      Arrays.stream(AtomicBuffer.class.getMethods())
          .filter(method -> !ELSEWHERE.contains(method.getName()))
          .sorted(Comparator.comparing(Method::toString))
          .toList();

  private static final String[] TEXTS = {
    null, "", "7", "ascii text", "größer", "价€", "\uD83D", "x".repeat(40)
  };

  private static final Integer[] EDGES = {
    Integer.MIN_VALUE,
    -8,
    -1,
    0,
    9,
    10,
    19,
    20,
    CAPACITY - 8,
    CAPACITY - 4,
    CAPACITY - 1,
    CAPACITY,
    CAPACITY + 1,
    Integer.MAX_VALUE - 3,
    Integer.MAX_VALUE
  };

  @Test
  void nativeMemory(RandomGenerator random) throws Exception {
    MemorySegment ours = Arena.ofAuto().allocate(CAPACITY + 16, 16).asSlice(8, CAPACITY);
    MemorySegment theirs = Arena.ofAuto().allocate(CAPACITY, 16);
    compare(random, new BytesBuffer(ours), ours, theirs.asByteBuffer(), true);
  }

  @Test
  void directBuffer(RandomGenerator random) throws Exception {
    ByteBuffer ours = Arena.ofAuto().allocate(CAPACITY, 16).asByteBuffer().position(3).limit(9);
    MemorySegment theirs = Arena.ofAuto().allocate(CAPACITY, 16);
    MemorySegment memory = MemorySegment.ofBuffer(ours.duplicate().clear());
    compare(random, new BytesBuffer(ours), memory, theirs.asByteBuffer(), true);
  }

  @Test
  void partOfAnArray(RandomGenerator random) throws Exception {
    byte[] ours = new byte[CAPACITY + 10];
    BytesBuffer buffer = new BytesBuffer();
    buffer.wrap(ours, 7, CAPACITY);
    MemorySegment memory = MemorySegment.ofArray(ours).asSlice(7, CAPACITY);
    compare(random, buffer, memory, ByteBuffer.allocate(CAPACITY), false);
  }

  private static void compare(
      RandomGenerator random,
      BytesBuffer ours,
      MemorySegment memory,
      ByteBuffer theirMemory,
      boolean hasAtomics)
      throws Exception {
    UnsafeBuffer theirs = new UnsafeBuffer(theirMemory);
    List<Method> methods =
        METHODS.stream().filter(method -> hasAtomics || !needsAtomics(method)).toList();
    Set<Method> returned = new HashSet<>();
    for (int i = 0; i < CALLS; i++) {
      if (i % 64 == 0) {
        fill(random, memory, theirMemory);
      }
      Method method = methods.get(random.nextInt(methods.size()));
      long seed = random.nextLong();
      Object[] ourArguments = Arguments.of(method, seed, true);
      Object[] theirArguments = Arguments.of(method, seed, false);
      String call = method + Arrays.deepToString(theirArguments);
      Object expected = outcome(method, theirs, theirArguments);
      assertThat(outcome(method, ours, ourArguments)).as(call).isEqualTo(expected);
      assertThat(Arguments.state(ourArguments)).as(call).isEqualTo(Arguments.state(theirArguments));
      assertThat(memory.mismatch(MemorySegment.ofBuffer(theirMemory))).as(call).isEqualTo(-1);
      if (!(expected instanceof Class)) {
        returned.add(method);
      }
    }
    assertThat(returned).as("methods that have returned").containsAll(methods);
  }

  private static boolean needsAtomics(Method method) {
    return method.getDeclaringClass() == AtomicBuffer.class && !method.getName().contains("Byte");
  }

  /// Bytes, some of them digits or small numbers, so that parsers and lengths find what they
  /// accept.
  private static void fill(RandomGenerator random, MemorySegment ours, ByteBuffer theirs) {
    int kind = random.nextInt(4);
    for (int i = 0; i < CAPACITY; i++) {
      byte value =
          switch (kind) {
            case 0 -> (byte) random.nextInt();
            case 1 -> (byte) (random.nextInt(30) == 0 ? '-' : '0' + random.nextInt(10));
            case 2 -> (byte) -random.nextInt(2);
            default -> (byte) (i % 4 == 0 ? random.nextInt(20) : 0);
          };
      ours.set(ValueLayout.JAVA_BYTE, i, value);
      theirs.put(i, value);
    }
  }

  /// {@return what the call returned, or the kind of its exception}
  private static Object outcome(Method method, AtomicBuffer buffer, Object[] arguments)
      throws IllegalAccessException {
    try {
      Object result = method.invoke(buffer, arguments);
      return method.getName().equals("compareTo")
          ? Integer.signum((int) result)
          : String.valueOf(result);
    } catch (InvocationTargetException e) {
      for (Class<?> kind :
          List.of(
              IndexOutOfBoundsException.class,
              AsciiNumberFormatException.class,
              NumberFormatException.class,
              IllegalArgumentException.class)) {
        if (kind.isInstance(e.getCause())) {
          return kind;
        }
      }
      throw new AssertionError(method + Arrays.deepToString(arguments), e.getCause());
    }
  }

  /// Random arguments; equal ones for an equal seed.
  private static final class Arguments {
    private Arguments() {}

    static Object[] of(Method method, long seed, boolean isOurs) {
      RandomGenerator random = new SplittableRandom(seed);
      Class<?>[] types = method.getParameterTypes();
      Object[] arguments = new Object[types.length];
      for (int i = 0; i < types.length; i++) {
        arguments[i] = of(types[i], random, isOurs);
      }
      String name = method.getName();
      if (needsAtomics(method)) {
        // Unsafe does not refuse what is not aligned.
        arguments[0] = (int) arguments[0] & -Long.BYTES;
      } else if (name.equals("putNaturalLongAscii") || name.equals("putNaturalPaddedIntAscii")) {
        // It writes what is no number for a negative one.
        int value = types.length - 1;
        arguments[value] = natural(arguments[value]);
      }
      return arguments;
    }

    private static Object natural(Object number) {
      return number instanceof Long value
          ? (Object) (value & Long.MAX_VALUE)
          : (Object) ((int) number & Integer.MAX_VALUE);
    }

    private static Object of(Class<?> type, RandomGenerator random, boolean isOurs) {
      if (type == int.class) {
        return switch (random.nextInt(8)) {
          case 0 -> random.nextInt();
          case 1 -> Seeded.oneOf(random, EDGES);
          default -> random.nextInt(CAPACITY / 2);
        };
      } else if (type == long.class) {
        return switch (random.nextInt(4)) {
          case 0 -> (long) random.nextInt(-10, 100);
          case 1 -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
          default -> random.nextLong() >> random.nextInt(64);
        };
      } else if (type == short.class) {
        return (short) random.nextInt();
      } else if (type == char.class) {
        return (char) random.nextInt();
      } else if (type == byte.class) {
        return (byte) random.nextInt();
      } else if (type == float.class) {
        return random.nextFloat();
      } else if (type == double.class) {
        return random.nextDouble();
      } else if (type == ByteOrder.class) {
        return random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
      } else if (type == String.class || type == CharSequence.class) {
        return Seeded.oneOf(random, TEXTS);
      } else if (type == Appendable.class) {
        return new StringWriter();
      } else if (type == byte[].class) {
        return bytes(random);
      } else if (type == ByteBuffer.class) {
        byte[] bytes = bytes(random);
        return (random.nextBoolean() ? ByteBuffer.allocate(32) : ByteBuffer.allocateDirect(32))
            .put(bytes, 0, Math.min(bytes.length, 32));
      } else if (type.isAssignableFrom(AtomicBuffer.class)) {
        boolean isSame = random.nextBoolean();
        byte[] bytes = bytes(random);
        return isOurs && isSame ? new BytesBuffer(bytes) : new UnsafeBuffer(bytes);
      }
      throw new AssertionError("no arguments of " + type);
    }

    private static byte[] bytes(RandomGenerator random) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      return bytes;
    }

    /// {@return what a call may have changed}
    static List<String> state(Object[] arguments) {
      return Arrays.stream(arguments)
          .map(argument ->
              switch (argument) {
                case byte[] bytes -> Arrays.toString(bytes);
                case ByteBuffer buffer -> buffer.position() + contents(buffer);
                case DirectBuffer buffer -> Arrays.toString(buffer.byteArray());
                case null -> "null";
                default -> argument.toString();
              })
          .toList();
    }

    private static String contents(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.capacity()];
      buffer.get(0, bytes, 0, Math.min(buffer.limit(), bytes.length));
      return Arrays.toString(bytes);
    }
  }
}
