// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.rewrite;

import dev.ashlar.unsafe.agent.runtime.Elements;
import dev.ashlar.unsafe.agent.runtime.Packages;
import dev.ashlar.unsafe.agent.runtime.Use;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Rewrites classes that name `sun.misc.Unsafe` as they are loaded, and Unsafe itself. Other
/// classes of the JDK and those of this package are not changed.
public final class Transformer implements ClassFileTransformer {
  public static final String OWN = "dev/ashlar/unsafe/agent/";
  private static final String UNSAFE = Elements.UNSAFE.replace('.', '/');

  @Override
  public byte @Nullable [] transform(
      Module module,
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (loader == null && UNSAFE.equals(name)) {
      // Whoever has used it before may know offsets of the JVM.
      return redefined == null || Use.delegates() ? delegating(bytes, domain) : null;
    }
    if (Packages.isJdk(module) || (name != null && name.startsWith(OWN))) {
      return null;
    }
    Names names = Names.of(bytes);
    if (redefined == null && !names.hasUnsafe() && !names.hasInternal()) {
      return null;
    }
    // A class may be defined without a name.
    String type = name == null ? "(no name)" : name.replace('/', '.');
    try {
      Set<DirectMethodHandleDesc> loaded = redefined == null ? null : AddedMethods.of(redefined);
      if (loaded != null && loaded.isEmpty() && !names.hasUnsafe()) {
        return null;
      }
      ClassModel model = ClassFile.of().parse(bytes);
      type = model.thisClass().asInternalName().replace('/', '.');
      Use use = Use.of(domain);
      if (names.hasInternal()) {
        use.internal().add(type);
      }
      return rewritten(model, loaded, use);
    } catch (RuntimeException | LinkageError e) {
      // It runs as it is.
      Use.of(domain).unchanged().put(type, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private static byte @Nullable [] delegating(byte[] bytes, @Nullable ProtectionDomain domain) {
    try {
      byte[] delegating = DelegatingUnsafe.of(bytes);
      Use.delegate();
      return delegating;
    } catch (RuntimeException | LinkageError e) {
      Use.of(domain).unchanged().put(Elements.UNSAFE, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /// @param loaded the added methods of the class that is redefined; null if it is no redefinition
  private static byte @Nullable [] rewritten(
      ClassModel model, @Nullable Set<DirectMethodHandleDesc> loaded, Use use) {
    Rewriter rewriter = new Rewriter(model, loaded);
    if (loaded != null && loaded.isEmpty()) {
      if (rewriter.replaced() > 0) {
        throw new IllegalArgumentException("a redefinition cannot add the method that links calls");
      }
      return null;
    }
    rewriter
        .left()
        .forEach(
            (method, count) -> use.left().computeIfAbsent(method, _ -> new LongAdder()).add(count));
    int replaced = rewriter.replaced();
    byte[] rewritten = replaced == 0 && loaded == null ? null : rewriter.rewrite();
    use.replaced().add(replaced);
    return rewritten;
  }

  /// Reports a class that was loaded before the agent, if it has calls to replace.
  public static void report(Class<?> loaded) {
    String name = loaded.getName().replace('.', '/');
    if (name.equals(UNSAFE) && !Use.delegates()) {
      Use.of(loaded).unchanged().put(Elements.UNSAFE, "another agent loaded it first");
    }
    if (Packages.isJdk(loaded.getModule()) || name.startsWith(OWN) || loaded.isArray()) {
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

  private static @Nullable InputStream open(@Nullable ClassLoader loader, String path) {
    return loader == null
        ? ClassLoader.getSystemResourceAsStream(path)
        : loader.getResourceAsStream(path);
  }
}
