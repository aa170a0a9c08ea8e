// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Javac;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Copies of classes that have loaders of their own.
@Timeout(60)
final class SpecializedLoaderTest {
  private static final String PROGRAM =
      """
      import dev.ashlar.memory.DecidesCopies;
      import dev.ashlar.memory.Specialized;
      import java.lang.foreign.*;
      import java.lang.invoke.MethodHandles;
      import java.util.function.ToLongFunction;

      public final class Plugin {
        public static final class Size implements ToLongFunction<MemorySegment> {
          @Override
          public long applyAsLong(MemorySegment memory) {
            return memory.byteSize() + at(i -> i - 3, 3);
          }

          private static int at(Numbers numbers, int i) {
            return numbers.at(i);
          }

          static int at(Missing missing) {
            return missing.at(0);
          }
        }

        @DecidesCopies
        public interface Numbers {
          int at(int i);
        }

        public interface Missing extends Numbers {}

        @SuppressWarnings("unchecked")
        public static ToLongFunction<MemorySegment> size() {
          ToLongFunction<MemorySegment> size =
              Specialized.of(MethodHandles.lookup(), ToLongFunction.class, Size.class);
          if (size.applyAsLong(MemorySegment.ofArray(new byte[7])) != 7) {
            throw new AssertionError();
          }
          return size;
        }
      }
      """;

  @TempDir private Path folder;

  private Path compile() throws Exception {
    Path source = Files.writeString(folder.resolve("Plugin.java"), PROGRAM);
    Path classes =
        Javac.compile(folder, List.of("--class-path", Javac.pathOf(Specialized.class)), source);
    Files.delete(classes.resolve("Plugin$Missing.class")); // So it decides nothing.
    return classes;
  }

  @Test
  void copiesAreUnloadedWithTheOriginal() throws Exception {
    WeakReference<ClassLoader> loader = use(compile());
    for (int i = 0; i < 1000 && loader.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(loader.get()).isNull();
  }

  private static WeakReference<ClassLoader> use(Path classes) throws Exception {
    try (URLClassLoader loader = Javac.loader(classes)) {
      Object size = loader.loadClass("Plugin").getMethod("size").invoke(null);
      assertThat(Specialized.describe(size))
          .contains("copy: Plugin$Size$$OfByte\n", "copy: Plugin$Size$$Lambda\n");
      return new WeakReference<>(loader);
    }
  }

  /// Then the class itself does the work.
  @Test
  void aLoaderMayHaveNoClassFiles() throws Exception {
    Path classes = compile();
    ClassLoader loader =
        new ClassLoader(Specialized.class.getClassLoader()) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
              byte[] file = Files.readAllBytes(classes.resolve(name + ".class"));
              return defineClass(name, file, 0, file.length);
            } catch (IOException none) {
              throw new ClassNotFoundException(name, none);
            }
          }

          @Override
          public @Nullable InputStream getResourceAsStream(String name) {
            return null;
          }
        };
    Object size = loader.loadClass("Plugin").getMethod("size").invoke(null);
    assertThat(size.getClass().getName()).isEqualTo("Plugin$Size");
    assertThat(Specialized.describe(size)).isEqualTo("Plugin$Size: not specialized");
    assertThat(size).isInstanceOf(ToLongFunction.class);
  }

  private static final String UNUSUAL =
      """
      import dev.ashlar.memory.Specialized;
      import java.lang.foreign.*;
      import java.lang.invoke.MethodHandles;
      import java.util.*;
      import java.util.function.ToLongFunction;

      public final class Unusual {
        public static class Missing extends ArrayList<Object> {}

        public static final class Optional implements ToLongFunction<MemorySegment> {
          @Override
          public long applyAsLong(MemorySegment memory) {
            Object list;
            if (memory.byteSize() > 100) {
              list = new Missing();
            } else {
              list = new ArrayList<>();
            }
            return list.hashCode();
          }
        }

        public static final class Large implements ToLongFunction<MemorySegment> {
          private int value = 1;
          private long small(MemorySegment memory) {
            return memory.byteSize() + value;
          }
          @Override
          public long applyAsLong(MemorySegment memory) {
            long sum = small(memory);
            LARGE
            return sum;
          }
        }

        public static Object original(String name) throws Exception {
          return Class.forName("Unusual$" + name).getConstructor().newInstance();
        }

        public static Object copies(String name) throws Exception {
          return Specialized.of(
              MethodHandles.lookup(),
              ToLongFunction.class,
              Class.forName("Unusual$" + name).asSubclass(ToLongFunction.class));
        }
      }
      """;

  /// A class that is missing fails where it fails in the class. A method that would be too large is
  /// that of the class.
  @Test
  @SuppressWarnings("unchecked")
  void whatCannotBeCopiedIsDoneByTheClass() throws Exception {
    String text = UNUSUAL.replace("LARGE", "sum += value;".repeat(8000));
    Path source = Files.writeString(folder.resolve("Unusual.java"), text);
    String path = Javac.pathOf(Specialized.class);
    Path classes = Javac.compile(folder, List.of("--class-path", path, "-Xlint:-serial"), source);
    Files.delete(classes.resolve("Unusual$Missing.class"));
    try (URLClassLoader loader = Javac.loader(classes)) {
      Class<?> type = loader.loadClass("Unusual");
      for (String name : List.of("Optional", "Large")) {
        Object[] both = {
          type.getMethod("original", String.class).invoke(null, name),
          type.getMethod("copies", String.class).invoke(null, name)
        };
        List<List<Object>> results = new ArrayList<>();
        for (Object each : both) {
          ToLongFunction<MemorySegment> op = (ToLongFunction<MemorySegment>) each;
          results.add(new ArrayList<>());
          for (int size : new int[] {8, 101, 8, 101}) {
            for (MemorySegment memory :
                List.of(MemorySegment.ofArray(new byte[size]), Arena.ofAuto().allocate(size))) {
              results.getLast().add(result(op, memory));
            }
          }
        }
        assertThat(results.getLast()).isEqualTo(results.getFirst());
        boolean hasCopies = Specialized.describe(both[1]).contains("copy: ");
        assertThat(hasCopies).isEqualTo(name.equals("Optional"));
      }
    }
  }

  private static Object result(ToLongFunction<MemorySegment> op, MemorySegment memory) {
    try {
      return op.applyAsLong(memory);
    } catch (NoClassDefFoundError missing) {
      return missing.toString();
    }
  }
}
