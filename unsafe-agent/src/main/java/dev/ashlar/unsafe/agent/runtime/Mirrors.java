// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldModel;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the fields of the JDK that are accessed by the offset of a field in a mirror, a class with
/// fields of the same types. Reflection hides some fields of the JDK, such as
/// `AccessibleObject.override`. Programs take their offsets from mirrors, since the JVM gives
/// fields of the same types in the same order the same offsets.
final class Mirrors {
  /// The fields of a class and its superclasses, from the top, in the order of declaration. The
  /// list is empty if they are not known.
  private static final ClassValue<List<Slot>> LAYOUT =
      new ClassValue<>() {
        @Override
        protected List<Slot> computeValue(Class<?> type) {
          List<Slot> layout = new ArrayList<>();
          try {
            add(type, layout);
          } catch (IOException | RuntimeException | LinkageError e) {
            return List.of();
          }
          return List.copyOf(layout);
        }
      };

  /// A field that is not static.
  ///
  /// @param type the descriptor of its type
  record Slot(Class<?> owner, String name, String type) {
    private boolean isOf(Field field) {
      return owner == field.getDeclaringClass() && name.equals(field.getName());
    }
  }

  private Mirrors() {}

  /// {@return the field of an object that a field of a mirror stands for, or null}
  static @Nullable Slot mirrored(Field mirror, Object object) {
    if (Packages.isJdk(mirror.getDeclaringClass().getModule())) {
      return null;
    }
    List<Slot> layout = LAYOUT.get(mirror.getDeclaringClass());
    List<String> types = types(layout);
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      if (Packages.isJdk(type.getModule()) && types.equals(types(LAYOUT.get(type)))) {
        for (int i = 0; i < layout.size(); i++) {
          if (layout.get(i).isOf(mirror)) {
            Slot slot = LAYOUT.get(type).get(i);
            return isHidden(slot) ? slot : null;
          }
        }
      }
    }
    return null;
  }

  private static List<String> types(List<Slot> layout) {
    return layout.stream().map(Slot::type).toList();
  }

  /// Returns whether a program needs a mirror. If not, it has mixed up two classes.
  private static boolean isHidden(Slot slot) {
    return Stream.of(slot.owner.getDeclaredFields()).noneMatch(slot::isOf);
  }

  private static void add(@Nullable Class<?> type, List<Slot> layout) throws IOException {
    if (type == null || type == Object.class) {
      return;
    }
    add(type.getSuperclass(), layout);
    if (Packages.isJdk(type.getModule())) {
      addFromClassFile(type, layout);
      return;
    }
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        layout.add(new Slot(type, field.getName(), field.getType().descriptorString()));
      }
    }
  }

  /// Reads the class file, since reflection hides fields.
  private static void addFromClassFile(Class<?> type, List<Slot> layout) throws IOException {
    String path = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getModule().getResourceAsStream(path)) {
      if (in == null) {
        throw new IOException(path + " is not there");
      }
      for (FieldModel field : ClassFile.of().parse(in.readAllBytes()).fields()) {
        if (!field.flags().has(AccessFlag.STATIC)) {
          layout.add(
              new Slot(type, field.fieldName().stringValue(), field.fieldType().stringValue()));
        }
      }
    }
  }
}
