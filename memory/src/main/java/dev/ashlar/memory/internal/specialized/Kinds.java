// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import java.lang.constant.ClassDesc;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The classes of the segments that a copy is for. Null stands for a segment that is null.
final class Kinds {
  /// The type of the parameters and fields whose classes decide which copy is called.
  static final ClassDesc DECIDING = ClassDesc.ofDescriptor(MemorySegment.class.descriptorString());

  /// The class that has the methods of the interface, and calls the copies.
  static final Kinds FRONT = new Kinds("Specialized", List.of());

  /// The superclass of a factory's copies. In it the classes of segments are not known.
  static final Kinds OTHERS = new Kinds("Others", List.of());

  /// As in `Native` and `OfByte_Native`.
  final String label;

  private final List<@Nullable Class<?>> classes;

  private Kinds(String label, List<@Nullable Class<?>> classes) {
    this.label = label;
    this.classes = classes;
  }

  /// Whether the class of such a parameter or field decides which copy is called.
  static boolean decides(ClassDesc type) {
    return type.equals(DECIDING);
  }

  /// One copy is for any number of segments, if all are of one kind.
  static Kinds ofParameters(List<@Nullable Class<?>> classes) {
    for (Class<?> each : classes) {
      if (each != classes.getFirst()) {
        return of(classes);
      }
    }
    return of(classes.subList(0, 1));
  }

  static Kinds of(List<@Nullable Class<?>> classes) {
    List<String> names = new ArrayList<>();
    for (Class<?> each : classes) {
      names.add(name(each));
    }
    return new Kinds(String.join("_", names), classes);
  }

  /// The JDK's name without what all have in common.
  private static String name(@Nullable Class<?> kind) {
    return kind == null ? "Null" : kind.getSimpleName().replace("MemorySegmentImpl", "");
  }

  /// Returns the class of a method's segment; null if it is not known.
  ///
  /// @param count the method's number of segments
  @Nullable Class<?> ofParameter(int segment, int count) {
    if (classes.size() == 1) {
      return classes.getFirst();
    }
    return classes.size() == count ? classes.get(segment) : null;
  }

  /// Returns the classes of the fields with segments, or none.
  List<@Nullable Class<?>> ofFields() {
    return classes;
  }

  /// Returns the classes, each one once.
  List<Class<?>> distinct() {
    List<Class<?>> distinct = new ArrayList<>();
    for (Class<?> each : classes) {
      if (each != null && !distinct.contains(each)) {
        distinct.add(each);
      }
    }
    return distinct;
  }
}
