// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import dev.ashlar.unsafe.Member;
import dev.ashlar.unsafe.internal.archive.ArchiveVisitor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Determines whether a field that is set by reflection is final. Its class must be in the same
/// archive or in the JDK. Static final fields and final fields of records and hidden classes do not
/// count, since the JDK never let reflection change them.
final class FinalFields {
  /// Folders of classes in jars, executable jars, wars and jmods.
  private static final List<String> FOLDERS =
      List.of("", "BOOT-INF/classes/", "WEB-INF/classes/", "classes/");

  /// The field of `Field` itself that code before JDK 12 changed, so that final fields could be
  /// set.
  private static final Member MODIFIERS = new Member("java.lang.reflect.Field", "modifiers", "");

  private @Nullable Map<String, ModuleReference> jdk;

  /// {@return whether the field is final; false if its class is not found}
  boolean isFinal(Member field, ArchiveVisitor.Finder files) {
    if (field.equals(MODIFIERS)) {
      return true;
    }
    try {
      byte[] bytes = find(field.owner().replace('.', '/') + ".class", files);
      return bytes != null && declaresFinal(ClassFile.of().parse(bytes), field.name());
    } catch (IOException | RuntimeException e) {
      // A damaged class is a problem of the report by itself.
      return false;
    }
  }

  private byte @Nullable [] find(String file, ArchiveVisitor.Finder files) throws IOException {
    for (String folder : FOLDERS) {
      byte[] bytes = files.find(folder + file);
      if (bytes != null) {
        return bytes;
      }
    }
    int slash = file.lastIndexOf('/');
    ModuleReference module =
        slash < 0 ? null : jdkPackages().get(file.substring(0, slash).replace('/', '.'));
    if (module == null) {
      return null;
    }
    try (ModuleReader reader = module.open()) {
      Optional<InputStream> in = reader.open(file);
      if (in.isEmpty()) {
        return null;
      }
      try (InputStream open = in.get()) {
        return open.readAllBytes();
      }
    }
  }

  private Map<String, ModuleReference> jdkPackages() {
    Map<String, ModuleReference> packages = jdk;
    if (packages == null) {
      packages = new HashMap<>();
      for (ModuleReference module : ModuleFinder.ofSystem().findAll()) {
        for (String name : module.descriptor().packages()) {
          packages.put(name, module);
        }
      }
      jdk = packages;
    }
    return packages;
  }

  private static boolean declaresFinal(ClassModel type, String name) {
    boolean record =
        type.superclass()
            .filter(parent -> parent.asInternalName().equals("java/lang/Record"))
            .isPresent();
    return !record
        && type.fields().stream()
            .filter(field -> field.fieldName().equalsString(name))
            .anyMatch(FinalFields::isFinalInstance);
  }

  private static boolean isFinalInstance(FieldModel field) {
    return field.flags().has(AccessFlag.FINAL) && !field.flags().has(AccessFlag.STATIC);
  }
}
