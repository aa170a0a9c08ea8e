// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The classes of the arguments that a copy is for. Null stands for an argument that is null.
final class Kinds {
  /// The class that has the methods of the interface, and calls the copies.
  static final Kinds FRONT = new Kinds("Specialized", List.of());

  /// The superclass of a factory's copies. In it the classes of arguments are not known.
  static final Kinds OTHERS = new Kinds("Others", List.of());

  /// As in `Native` and `OfByte_Native`. Others may have the same.
  final String label;

  private final List<@Nullable Class<?>> classes;

  private Kinds(String label, List<@Nullable Class<?>> classes) {
    this.label = label;
    this.classes = classes;
  }

  /// One copy is for any number of arguments, if all are of one kind.
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
      names.add(each == null ? "Null" : name(each.getName()));
    }
    return new Kinds(String.join("_", names), classes);
  }

  /// Returns the last part of a name, as far as it can be in the name of a class. What all segments
  /// have in common is left out.
  ///
  /// @param kind as in `trade.Trade$Table/0x000001f0a1003000`, which is hidden
  private static String name(String kind) {
    int end = kind.indexOf('/');
    String named = end < 0 ? kind : kind.substring(0, end);
    String simple = named.substring(named.lastIndexOf('.') + 1);
    int start = simple.length();
    do {
      start = simple.lastIndexOf('$', start - 1);
    } while (start >= 0 && isNumber(simple, start + 1));
    return simple.substring(start + 1).replace("MemorySegmentImpl", "");
  }

  /// Whether no name starts there: an anonymous class has a number.
  private static boolean isNumber(String simple, int start) {
    return start == simple.length() || Character.isDigit(simple.charAt(start));
  }

  /// Returns the class of a method's argument; null if it is not known.
  ///
  /// @param count the method's number of parameters that decide
  @Nullable Class<?> ofParameter(int index, int count) {
    if (classes.size() == 1) {
      return classes.getFirst();
    }
    return classes.size() == count ? classes.get(index) : null;
  }

  /// Returns the classes, in the order of the parameters or fields.
  List<@Nullable Class<?>> classes() {
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
