// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The numbers that replace the offsets of fields. They are below 2^20, because programs cast
/// offsets to `int` and pack them into 20 bits. They are multiples of 16, so an offset plus a small
/// number is not the offset of another field. They begin above the offsets of the JVM, so that such
/// an offset is refused.
///
/// Within a class and its superclasses, a number belongs to one field. When no number is left,
/// unrelated classes share numbers.
///
/// At the first request for a field, all fields of its class get numbers in the order of
/// declaration, after those of the superclass. Programs compare offsets to check that padding
/// fields lie between two others.
final class Fields {
  private static final int SHIFT = 4;
  private static final int COUNT = 1 << 20 >> SHIFT;
  private static final int FIRST = 1 << 16 >> SHIFT;

  /// The fields of each number, without keeping their classes alive.
  private static final AtomicReferenceArray<List<WeakReference<FieldShape>>> BY_NUMBER =
      new AtomicReferenceArray<>(COUNT);

  /// The fields of each class, which live as long as the class.
  private static final ClassValue<Map<Field, FieldShape>> BY_CLASS =
      new ClassValue<>() {
        @Override
        protected Map<Field, FieldShape> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /// The fields of each class that has a mirror, by number. They live as long as the class.
  private static final ClassValue<Map<Long, FieldShape>> MIRRORED =
      new ClassValue<>() {
        @Override
        protected Map<Long, FieldShape> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  private static int last = FIRST - 1;

  private Fields() {}

  /// {@return the number of a field, the same each time}
  ///
  /// @throws UnsupportedOperationException if its class is hidden or a record
  static long objectFieldOffset(Field field) {
    if (Modifier.isStatic(field.getModifiers())) {
      throw new IllegalArgumentException("a static field: " + field);
    }
    return shape(field).number();
  }

  static long staticFieldOffset(Field field) {
    if (!Modifier.isStatic(field.getModifiers())) {
      throw new IllegalArgumentException("no static field: " + field);
    }
    return shape(field).number();
  }

  static Object staticFieldBase(Field field) {
    staticFieldOffset(field);
    return field.getDeclaringClass();
  }

  private static FieldShape shape(Field field) {
    Class<?> declaring = field.getDeclaringClass();
    if (declaring.isHidden() || declaring.isRecord()) {
      throw new UnsupportedOperationException(
          "can't get field offset on a %s class: %s"
              .formatted(declaring.isRecord() ? "record" : "hidden", field));
    }
    Map<Field, FieldShape> known = BY_CLASS.get(declaring);
    FieldShape shape = known.get(field);
    if (shape != null) {
      return shape;
    }
    if (!Modifier.isStatic(field.getModifiers())) {
      addAll(declaring);
    }
    return add(field, known);
  }

  private static void addAll(@Nullable Class<?> type) {
    if (type == null || type == Object.class) {
      return;
    }
    addAll(type.getSuperclass());
    try {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          add(field, BY_CLASS.get(type));
        }
      }
    } catch (LinkageError e) {
      // The class of a field is missing. Those that are asked for get numbers.
      return;
    }
  }

  private static synchronized FieldShape add(Field field, Map<Field, FieldShape> known) {
    FieldShape added = known.get(field);
    if (added != null) {
      return added;
    }
    for (int tried = 0; tried < COUNT; tried++) {
      last = last + 1 < COUNT ? last + 1 : FIRST;
      long number = (long) last << SHIFT;
      if (at(number).stream().noneMatch(other -> related(other.get(), field.getDeclaringClass()))) {
        FieldShape shape = new FieldShape(field, number);
        known.put(field, shape);
        add(shape);
        return shape;
      }
    }
    throw new RefusedAccessException(
        "no number is left for " + field + ": its class and superclasses have too many fields");
  }

  private static void add(FieldShape shape) {
    List<WeakReference<FieldShape>> all = new ArrayList<>(at(shape.number()));
    all.removeIf(other -> other.get() == null);
    all.add(new WeakReference<>(shape));
    BY_NUMBER.set((int) (shape.number() >> SHIFT), List.copyOf(all));
  }

  /// {@return the fields that have a number}
  private static List<WeakReference<FieldShape>> at(long number) {
    long index = number >> SHIFT;
    List<WeakReference<FieldShape>> at =
        index > 0 && index < COUNT && index << SHIFT == number ? BY_NUMBER.get((int) index) : null;
    return at == null ? List.of() : at;
  }

  private static boolean related(@Nullable FieldShape other, Class<?> declaring) {
    // The receiver of a static field is a Class.
    return other != null
        && (other.isStatic()
            || declaring == Class.class
            || other.declaringClass().isAssignableFrom(declaring)
            || declaring.isAssignableFrom(other.declaringClass()));
  }

  /// {@return the field of an object whose offset was taken from a mirror of its class, or null} It
  /// then shares the number of the mirror's field.
  static @Nullable FieldShape findMirrored(Object object, long offset) {
    FieldShape found = null;
    for (WeakReference<FieldShape> candidate : at(offset)) {
      FieldShape shape = candidate.get();
      if (shape == null || shape.isStatic()) {
        continue;
      }
      Mirrors.Slot slot = Mirrors.mirrored(shape.field(), object);
      if (slot != null && found != null) {
        // Two mirrors share the number.
        return null;
      }
      if (slot != null) {
        found = new FieldShape(slot.owner(), slot.name(), shape.field(), offset);
      }
    }
    return found == null ? null : addMirrored(found);
  }

  private static synchronized @Nullable FieldShape addMirrored(FieldShape shape) {
    Class<?> declaring = shape.declaringClass();
    Map<Long, FieldShape> known = MIRRORED.get(declaring);
    FieldShape added = known.get(shape.number());
    if (added != null) {
      return added;
    }
    if (at(shape.number()).stream().anyMatch(other -> related(other.get(), declaring))) {
      return null;
    }
    known.put(shape.number(), shape);
    add(shape);
    return shape;
  }

  /// {@return the field of an object that has a number, or null}
  static @Nullable FieldShape find(Object object, long offset) {
    long index = offset >> SHIFT;
    if (index > 0 && index < COUNT && index << SHIFT == offset) {
      List<WeakReference<FieldShape>> candidates = BY_NUMBER.get((int) index);
      if (candidates != null) {
        for (int i = 0; i < candidates.size(); i++) {
          FieldShape shape = candidates.get(i).get();
          if (shape != null && shape.isOf(object)) {
            return shape;
          }
        }
      }
    }
    return null;
  }

  static String explain(Object object, long offset) {
    String type =
        object instanceof Class<?> c ? "the class " + c.getName() : object.getClass().getName();
    FieldShape near = find(object, offset >> SHIFT << SHIFT);
    if (near != null) {
      return "offset %s of %s is %s past that of %s: the offset of a field is a number that stands for it, not to calculate with"
          .formatted(offset, type, offset % (1 << SHIFT), near);
    }
    for (WeakReference<FieldShape> other : at(offset >> SHIFT << SHIFT)) {
      FieldShape shape = other.get();
      if (shape != null) {
        return "offset " + offset + " is that of " + shape + ", which " + type + " does not have";
      }
    }
    return "offset " + offset + " is no field's of " + type;
  }
}
