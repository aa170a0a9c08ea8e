// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

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
public final class GeneratedClass {
  private GeneratedClass() {}

  /// Checks that classes can be generated.
  ///
  /// @param user what needs the class, as in `Tables`
  /// @throws UnsupportedOperationException in a native image
  public static void requireRunTimeGeneration(String user) {
    if (System.getProperty("org.graalvm.nativeimage.imagecode") != null) {
      throw new UnsupportedOperationException(
          user + " generates a class at run time, which a native image cannot do");
    }
  }

  /// Checks that the loader of `user` finds `type` by its name, which a generated class refers to.
  ///
  /// @throws IllegalArgumentException if the loader finds another class, or none
  @SuppressWarnings("ReferenceEquality") // A class is its own identity.
  public static void requireKnown(Lookup user, Class<?> type) {
    ClassLoader loader = user.lookupClass().getClassLoader();
    Class<?> known = known(loader, type.getName());
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

  private static @Nullable Class<?> known(@Nullable ClassLoader loader, String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException unknown) {
      return null;
    }
  }

  /// Returns the class that keeps the classes generated for `record` reachable. In its own package
  /// a record has one generated class for all callers; in another package it has one for each
  /// calling class. The result refers to the record, so it does not delay the unloading of a class.
  @SuppressWarnings("ReferenceEquality") // A class loader is its own identity.
  public static Class<?> anchor(Class<?> user, Class<?> record) {
    boolean together =
        user.getClassLoader() == record.getClassLoader()
            && user.getPackageName().equals(record.getPackageName());
    return together ? record : user;
  }

  /// Returns the name of a class for `type` in the package of `user`, as in `Trade$Table`.
  public static ClassDesc name(Lookup user, Class<?> type, String suffix) {
    String name = type.getName();
    String simple = name.substring(name.lastIndexOf('.') + 1);
    return ClassDesc.of(user.lookupClass().getPackageName(), simple + "$" + suffix);
  }

  /// Defines and initializes a class.
  ///
  /// @param folderProperty the system property that names a folder to write a copy of the class
  ///   file to, for inspection
  public static Lookup define(
      Lookup user,
      ClassDesc name,
      byte[] classFile,
      List<Object> classData,
      String folderProperty,
      ClassOption... options) {
    String folder = System.getProperty(folderProperty);
    if (folder != null) {
      write(Path.of(folder), name, classFile);
    }
    try {
      return user.defineHiddenClassWithClassData(classFile, classData, true, options);
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
