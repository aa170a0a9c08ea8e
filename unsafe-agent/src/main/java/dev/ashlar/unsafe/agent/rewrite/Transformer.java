// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.rewrite;

import dev.ashlar.unsafe.agent.runtime.Use;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Rewrites classes that name `sun.misc.Unsafe` as they are loaded. Classes of the JDK and of this
/// package are not changed.
public final class Transformer implements ClassFileTransformer {
  public static final String OWN = "dev/ashlar/unsafe/agent/";

  @Override
  public byte @Nullable [] transform(
      Module module,
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (name == null || isJdk(module) || name.startsWith(OWN)) {
      return null;
    }
    // A redefinition can neither add methods nor remove them.
    if (redefined != null && !Rewriter.isRewritten(redefined)) {
      return null;
    }
    Names names = Names.of(bytes);
    if (!names.hasUnsafe() && !names.hasInternal()) {
      return null;
    }
    Use use = Use.of(domain);
    if (names.hasInternal()) {
      use.internal().add(name.replace('/', '.'));
    }
    try {
      Rewriter rewriter = new Rewriter(bytes);
      rewriter
          .left()
          .forEach((method, count) ->
              use.left().computeIfAbsent(method, _ -> new LongAdder()).add(count));
      int replaced = rewriter.replaced();
      byte[] rewritten =
          replaced == 0 ? null : rewriter.rewrite(resolver(path -> open(loader, path)));
      use.replaced().add(replaced);
      return rewritten;
    } catch (RuntimeException e) {
      // It runs as it is.
      use.unchanged().put(name.replace('/', '.'), String.valueOf(e.getMessage()));
      return null;
    }
  }

  /// Reports a class that was loaded before the agent, if it has calls to replace.
  public static void report(Class<?> loaded) {
    String name = loaded.getName().replace('.', '/');
    if (isJdk(loaded.getModule()) || name.startsWith(OWN) || loaded.isArray()) {
      return;
    }
    try (InputStream in = open(loaded.getClassLoader(), name + ".class")) {
      byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
      if (Names.of(bytes).hasUnsafe() && new Rewriter(bytes).replaced() > 0) {
        Use.of(loaded).unchanged().put(loaded.getName(), "it was loaded before the agent");
      }
    } catch (IOException | RuntimeException e) {
      Use.of(loaded).unchanged().put(loaded.getName(), "loaded before the agent: " + e);
    }
  }

  private static boolean isJdk(Module module) {
    String name = module.getName();
    return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
  }

  /// {@return a resolver that reads class files and loads no class}
  ///
  /// @param files finds a class file, or returns null; class files of `java.base` are found in any
  ///   case
  public static ClassHierarchyResolver resolver(Function<String, @Nullable InputStream> files) {
    return ClassHierarchyResolver.ofResourceParsing(
            type -> {
              String descriptor = type.descriptorString();
              String path = descriptor.substring(1, descriptor.length() - 1) + ".class";
              InputStream found = files.apply(path);
              return found == null ? ofJdk(path) : found;
            })
        .cached()
        .orElse(ClassHierarchyResolver.defaultResolver());
  }

  private static @Nullable InputStream open(@Nullable ClassLoader loader, String path) {
    return loader == null
        ? ClassLoader.getSystemResourceAsStream(path)
        : loader.getResourceAsStream(path);
  }

  private static @Nullable InputStream ofJdk(String path) {
    try {
      return Object.class.getModule().getResourceAsStream(path);
    } catch (IOException e) {
      return null;
    }
  }
}
