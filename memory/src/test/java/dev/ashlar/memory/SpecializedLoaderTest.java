// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Javac;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
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
      import dev.ashlar.memory.Specialized;
      import java.lang.foreign.*;
      import java.lang.invoke.MethodHandles;
      import java.util.function.ToLongFunction;

      public final class Plugin {
        public static final class Size implements ToLongFunction<MemorySegment> {
          @Override
          public long applyAsLong(MemorySegment memory) {
            return memory.byteSize();
          }
        }

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
    return Javac.compile(folder, List.of("--class-path", Javac.pathOf(Specialized.class)), source);
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
      assertThat(Specialized.describe(size)).contains("copy: Plugin$Size$$OfByte");
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
}
