// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import dev.ashlar.unsafe.agent.rewrite.Names;
import dev.ashlar.unsafe.agent.rewrite.Rewriter;
import dev.ashlar.unsafe.agent.rewrite.Transformer;
import dev.ashlar.unsafe.agent.runtime.Elements;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Rewrites the class files of a jar or a folder, and counts the calls.
final class PatchedClasses {
  /// The methods of this JDK's Unsafe. A call of another one fails.
  private static final Set<String> KNOWN = known();

  private final Map<String, Integer> missing = new TreeMap<>();
  private final Map<String, String> unchanged = new TreeMap<>();
  private final Set<String> packages = new TreeSet<>();
  private int replaced;

  /// From the class file, since reflection hides some.
  private static Set<String> known() {
    Class<?> unsafe = Elements.unsafeClass();
    try (InputStream in = unsafe.getResourceAsStream(unsafe.getSimpleName() + ".class")) {
      return ClassFile.of().parse(Objects.requireNonNull(in).readAllBytes()).methods().stream()
          .map(method -> method.methodName().stringValue() + method.methodType().stringValue())
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// {@return the rewritten class file; null if it stays as it is}
  byte @Nullable [] rewrite(String file, byte[] bytes) {
    if (file.startsWith(Transformer.OWN)) {
      return null;
    }
    Names names = Names.of(bytes);
    try {
      ClassModel model = ClassFile.of().parse(bytes);
      packages.addAll(JdkFields.packages(model));
      if (!names.hasUnsafe()) {
        return null;
      }
      Rewriter rewriter = new Rewriter(model);
      rewriter
          .left()
          .forEach((method, count) -> {
            if (!KNOWN.contains(method)) {
              missing.merge(method, count, Integer::sum);
            }
          });
      if (rewriter.replaced() == 0) {
        return null;
      }
      byte[] rewritten = rewriter.rewrite();
      replaced += rewriter.replaced();
      return rewritten;
    } catch (RuntimeException e) {
      if (names.hasUnsafe() || names.isDamaged()) {
        unchanged.put(file, String.valueOf(e.getMessage()));
      }
      return null;
    }
  }

  Patch.Jar found(String name) {
    return new Patch.Jar(name, replaced, missing, unchanged, packages);
  }
}
