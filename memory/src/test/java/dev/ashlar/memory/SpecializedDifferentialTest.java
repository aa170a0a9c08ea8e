// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Javac;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Compares copies of random classes with the classes: results, exceptions with their lines, and
/// state. The class and its copies have class loaders of their own, so neither sees the other's
/// static fields.
@ExtendWith(Seeded.class)
final class SpecializedDifferentialTest {
  private static final int CLASSES = 16;

  @TempDir private Path folder;

  @Test
  void copiesDoWhatRandomClassesDo(RandomGenerator random) throws Exception {
    int rounds = Slow.times(1, 110);
    int calls = Slow.times(200, 600);
    long all = 0;
    for (int round = 0; round < rounds; round++) {
      Path in = Files.createDirectories(folder.resolve("round" + round));
      Path[] sources = new Path[CLASSES + 1];
      sources[CLASSES] = Files.writeString(in.resolve("Op.java"), SpecializedPrograms.INTERFACES);
      for (int i = 0; i < CLASSES; i++) {
        String name = "Program" + i;
        String source = new SpecializedPrograms(random, i % 4 == 3).write(name);
        sources[i] = Files.writeString(in.resolve(name + ".java"), source);
      }
      Path classes =
          Javac.compile(
              in, List.of("--class-path", Javac.pathOf(Specialized.class), "-g"), sources);
      try (URLClassLoader originals = Javac.loader(classes);
          URLClassLoader copies = Javac.loader(classes)) {
        for (int i = 0; i < CLASSES; i++) {
          all += compare(originals, copies, "Program" + i, i % 4 == 3, calls, random.nextLong());
        }
      }
    }
    System.out.printf("%,d calls of %d random classes%n", all, rounds * CLASSES);
  }

  private static long compare(
      ClassLoader originals,
      ClassLoader copies,
      String name,
      boolean isFactory,
      int calls,
      long seed)
      throws Exception {
    Run first = new Run(originals, name, isFactory ? "originals" : "original", seed);
    Run second = new Run(copies, name, isFactory ? "made" : "copies", seed);
    assertThat(Specialized.describe(second.made)).contains(name + "$Impl: specialized");
    for (int i = 0; i < calls; i++) {
      assertThat(second.call(i)).as("call %d of %s", i, name).isEqualTo(first.call(i));
    }
    return calls;
  }

  /// Calls of one class, the same for each seed.
  private static final class Run {
    private final String name;
    private final RandomGenerator random;
    private final Object made;
    private final List<MemorySegment> memory = new ArrayList<>();
    private final Object[] numbers;
    private final List<Object> objects = new ArrayList<>();
    private final Map<String, Method> methods = new HashMap<>();
    private final boolean isFactory;

    Run(ClassLoader loader, String name, String factory, long seed) throws Exception {
      this.name = name;
      this.random = new SplittableRandom(seed);
      for (String type : List.of("Op", "Op$Maker")) {
        for (Method each : loader.loadClass(type).getMethods()) {
          methods.put(each.getName(), each);
        }
      }
      this.made = loader.loadClass(name).getMethod(factory).invoke(null);
      this.isFactory = loader.loadClass("Op$Maker").isInstance(made);
      if (!isFactory) {
        objects.add(made);
      }
      memory.add(MemorySegment.ofArray(new byte[16]));
      memory.add(MemorySegment.ofArray(new long[3]));
      memory.add(Arena.ofAuto().allocate(16));
      memory.add(Arena.ofAuto().allocate(16).asReadOnly());
      memory.add(MemorySegment.ofArray(new int[4]));
      List<?> all = (List<?>) loader.loadClass("Op").getMethod("numbers").invoke(null);
      numbers = all.toArray();
    }

    @SuppressWarnings({"ReferenceEquality", "SelfEquals"}) // These are what is compared.
    private Object call(int number) throws ReflectiveOperationException {
      MemorySegment a = Seeded.oneOf(random, memory.toArray(new MemorySegment[0]));
      MemorySegment b = Seeded.oneOf(random, memory.toArray(new MemorySegment[0]));
      int depth = random.nextInt(4);
      int index = random.nextInt(4);
      int method = random.nextInt(12);
      Object source = number % 31 == 30 ? null : Seeded.oneOf(random, numbers);
      MemorySegment first = number % 29 == 28 ? null : a;
      Object result;
      Object op = null;
      try {
        op = object(first, source, index, number);
        result =
            switch (method) {
              case 0, 1, 2 -> invoke(op, "one", first, depth);
              case 3, 4 -> invoke(op, "two", first, b, depth);
              case 5 -> invoke(op, "none", depth);
              case 6 -> invoke(op, "more", first, depth);
              case 7 -> invoke(op, "self", op) == op;
              case 8 ->
                  op.equals(objects.getFirst()) + " " + op.equals(op) + invoke(op, "self", "");
              case 9, 10 -> invoke(op, "three", first, source, depth);
              default -> op.toString().replaceAll("@.*", "");
            };
      } catch (InvocationTargetException failed) {
        result = describe(Objects.requireNonNull(failed.getCause()));
      }
      return Arrays.asList(result, op == null ? "" : invoke(op, "state").toString(), bytes());
    }

    private Object invoke(Object op, String method, @Nullable Object... arguments)
        throws ReflectiveOperationException {
      return Objects.requireNonNull(methods.get(method)).invoke(op, arguments);
    }

    private Object object(@Nullable MemorySegment a, @Nullable Object source, int index, int number)
        throws ReflectiveOperationException {
      if (!isFactory) {
        return made;
      }
      if (objects.size() <= index || number % 7 == 0) {
        objects.add(invoke(made, "over", a, source, number % 5));
      }
      return objects.get(objects.size() - 1 - Math.min(index, objects.size() - 1));
    }

    private String bytes() {
      StringBuilder text = new StringBuilder();
      for (MemorySegment each : memory) {
        text.append(Arrays.hashCode(each.toArray(ValueLayout.JAVA_BYTE))).append(' ');
      }
      return text.toString();
    }

    /// The class, the message, and the lines of the program.
    private String describe(Throwable failure) {
      StringBuilder text = new StringBuilder(failure.getClass().getName());
      if (!(failure instanceof NullPointerException)) {
        text.append(String.valueOf(failure.getMessage()).replaceAll("[x@][0-9a-f]+", ""));
      }
      for (StackTraceElement frame : failure.getStackTrace()) {
        if ((name + ".java").equals(frame.getFileName()) && frame.getLineNumber() > 0) {
          text.append('\n').append(frame.getMethodName()).append(':').append(frame.getLineNumber());
        }
      }
      return text.toString();
    }
  }
}
