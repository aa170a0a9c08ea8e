package dev.ashlar.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Hidden classes in a user's package.
final class GeneratedClass {
  /// A folder to write a copy of each class to, for inspection.
  private static final @Nullable String FOLDER = System.getProperty("dev.ashlar.wire.classes");

  private GeneratedClass() {}

  /// @throws UnsupportedOperationException in a native image
  static void requireRunTimeGeneration() {
    if (System.getProperty("org.graalvm.nativeimage.imagecode") != null) {
      throw new UnsupportedOperationException(
          "ProtoType generates a class at run time, which a native image cannot do");
    }
  }

  /// A generated class names `type`, and gets what the loader of `user` has of that name.
  ///
  /// @throws IllegalArgumentException if that is another class, or none
  @SuppressWarnings("ReferenceEquality") // A class is its own identity.
  static void requireKnown(Lookup user, Class<?> type) {
    ClassLoader loader = user.lookupClass().getClassLoader();
    Class<?> known;
    try {
      known = Class.forName(type.getName(), false, loader);
    } catch (ClassNotFoundException unknown) {
      known = null;
    }
    if (known != type) {
      throw new IllegalArgumentException(
          "%s of %s cannot be named by %s of %s, which knows %s class of that name: give the"
                  .formatted(
                      type.getName(),
                      type.getClassLoader(),
                      user.lookupClass().getName(),
                      loader,
                      known == null ? "no" : "another")
              + " MethodHandles.lookup() of a class that sees it, such as the record itself");
    }
  }

  /// Returns the name of a class for `type` in the package of `user`, as in `Span$Proto`.
  static ClassDesc name(Lookup user, Class<?> type) {
    String name = type.getName();
    String simple = name.substring(name.lastIndexOf('.') + 1);
    return ClassDesc.of(user.lookupClass().getPackageName(), simple + "$Proto");
  }

  static Lookup define(Lookup user, ClassDesc name, byte[] classFile, List<Object> classData) {
    if (FOLDER != null) {
      write(Path.of(FOLDER), name, classFile);
    }
    try {
      return user.defineHiddenClassWithClassData(classFile, classData, true, ClassOption.NESTMATE);
    } catch (IllegalAccessException changedSinceItWasChecked) {
      throw new AssertionError(changedSinceItWasChecked);
    }
  }

  private static void write(Path folder, ClassDesc name, byte[] classFile) {
    String path = name.descriptorString().substring(1).replace(";", ".class");
    try {
      Path file = folder.resolve(path);
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(file, classFile);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
