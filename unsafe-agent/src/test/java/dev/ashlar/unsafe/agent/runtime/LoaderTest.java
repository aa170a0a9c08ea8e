// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.unsafe.agent.rewrite.Rewriter;
import dev.ashlar.unsafe.agent.rewrite.Transformer;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Rewritten classes in class loaders that do not know the replacement, and in several threads.
class LoaderTest {
  @Test
  void aLoaderThatKnowsTheJdkOnlyLinks() throws Exception {
    Class<?> program =
        UnsafeProgram.load(rewritten("Program"), "Program", ClassLoader.getPlatformClassLoader());
    assertLinks(program);
  }

  @Test
  void aNamedModuleLinks(@TempDir Path folder) throws Exception {
    Files.createDirectories(folder.resolve("inside"));
    Files.write(folder.resolve("inside").resolve("Program.class"), rewritten("inside.Program"));
    Files.write(
        folder.resolve("module-info.class"),
        ClassFile.of()
            .buildModule(
                ModuleAttribute.of(
                    ModuleDesc.of("named"),
                    module -> {
                      module.requires(ModuleDesc.of("java.base"), 0, null);
                      module.requires(ModuleDesc.of("jdk.unsupported"), 0, null);
                      module.exports(java.lang.constant.PackageDesc.of("inside"), 0);
                    })));
    ModuleLayer boot = ModuleLayer.boot();
    Configuration configuration =
        boot.configuration().resolve(ModuleFinder.of(folder), ModuleFinder.of(), Set.of("named"));
    ClassLoader loader =
        boot.defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader())
            .findLoader("named");
    Class<?> program = loader.loadClass("inside.Program");
    assertThat(program.getModule().isNamed()).isTrue();
    assertLinks(program);
  }

  /// As a debugger does, with the class file from before.
  @Test
  void aClassIsRedefinedAsItWasLoaded() throws Exception {
    byte[] original = UnsafeProgram.classFile("Program");
    ClassLoader loader = LoaderTest.class.getClassLoader();
    Transformer transformer = new Transformer();
    Module module = loader.getUnnamedModule();
    for (boolean rewritten : new boolean[] {true, false}) {
      Class<?> loaded =
          UnsafeProgram.load(rewritten ? rewritten("Program") : original, "Program", loader);
      byte[] redefined = transformer.transform(module, loader, "Program", loaded, null, original);
      assertThat(redefined != null).isEqualTo(rewritten);
    }
  }

  private static byte[] rewritten(String name) {
    return new Rewriter(UnsafeProgram.classFile(name)).rewrite();
  }

  private static void assertLinks(Class<?> program) throws Exception {
    int[] array = {4, 5};
    long base = Elements.baseOffset(int.class);
    assertThat(UnsafeProgram.invoke(program, "getInt", array, base + 4)).isEqualTo(5);
  }

  /// Threads that link the same calls with other shapes at the same time.
  @Test
  @Timeout(120)
  void threadsLinkAtTheSameTime() throws Exception {
    int threads = 8;
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (int round = 0; round < 30; round++) {
        UnsafeProgram program = UnsafeProgram.rewritten();
        List<Future<?>> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
          int thread = t;
          all.add(pool.submit(() -> useAll(program, thread)));
        }
        for (Future<?> one : all) {
          one.get(100, TimeUnit.SECONDS);
        }
      }
    }
  }

  private static void useAll(UnsafeProgram program, int first) {
    Object[] arrays = {
      new byte[8],
      new short[4],
      new char[4],
      new int[2],
      new long[1],
      new float[2],
      new double[1],
      new Fixture()
    };
    for (int i = 0; i < 200; i++) {
      Object object = arrays[(first + i) % arrays.length];
      long offset =
          object instanceof Fixture
              ? program.offset(Fixture.class, "large")
              : program.number("arrayBaseOffset", object.getClass());
      program.call("putLong", object, offset, (long) i);
      assertThat(program.call("getLong", object, offset)).isEqualTo((long) i);
    }
  }
}
