// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.Member;
import dev.ashlar.unsafe.Use;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Follows the constants of one method to its calls of `java.lang.reflect`. It takes the last class
/// constant and the last String constant before a call as the operands of `getDeclaredField`.
/// Computed operands are not found.
final class Reflection {
  private static final String CLASS = "java.lang.Class";
  private static final String FIELD = "java.lang.reflect.Field";

  private String lastClass = "";
  private String lastString = "";
  private boolean accessible;
  private boolean set;
  private final List<Use> fields = new ArrayList<>();

  /// {@return the value of a String constant; empty if it is another constant}
  String constant(LoadableConstantEntry entry) {
    switch (entry) {
      case ClassEntry type -> lastClass = ClassScanner.binaryName(type.asInternalName());
      case StringEntry text -> {
        lastString = text.stringValue();
        return lastString;
      }
      default -> {
        // Numbers and method handles are no operands.
      }
    }
    return "";
  }

  /// {@return the member of an Unsafe class that a call looks up; null if it looks up none}
  @Nullable Member invoke(Member called, Use.Site site) {
    switch (called.owner()) {
      case CLASS -> {
        return lookUp(called.name(), site);
      }
      case FIELD, "java.lang.reflect.AccessibleObject" -> {
        accessible |= called.name().equals(ClassScanner.SET_ACCESSIBLE);
        set |= called.owner().equals(FIELD) && called.name().matches("set([BCDFILSZ][a-z]+)?");
      }
      default -> {
        // Other calls take no constants that matter.
      }
    }
    return null;
  }

  private @Nullable Member lookUp(String name, Use.Site site) {
    Member found = null;
    switch (name) {
      case "forName" -> lastClass = lastString;
      case ClassScanner.DECLARED_FIELD, "getField" -> {
        if (isUnsafe(lastClass) || lastString.equals(ClassScanner.THE_UNSAFE)) {
          found = new Member(isUnsafe(lastClass) ? lastClass : JdkMethods.UNSAFE, lastString, "");
        } else if (!lastClass.isEmpty() && !lastString.isEmpty()) {
          fields.add(new Use(Use.Kind.FINAL_FIELD, site, new Member(lastClass, lastString, "")));
        }
        lastString = "";
      }
      case "getDeclaredFields", "getDeclaredConstructor", "getDeclaredConstructors" -> {
        if (isUnsafe(lastClass)) {
          found = new Member(lastClass, name.endsWith("Fields") ? "*" : "<init>", "");
        }
      }
      default -> {
        // Methods are called, not changed.
      }
    }
    return found;
  }

  private static boolean isUnsafe(String type) {
    return type.equals(JdkMethods.UNSAFE) || type.equals(JdkMethods.INTERNAL_UNSAFE);
  }

  /// {@return the fields that are looked up, if the method makes fields accessible and sets them}
  List<Use> fieldsSet() {
    return accessible && set ? fields : List.of();
  }
}
