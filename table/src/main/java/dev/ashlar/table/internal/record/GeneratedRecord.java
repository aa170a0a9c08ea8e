// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.record;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;

/// A record with its enums and nested records, which are defined by a class loader of their own.
///
/// @param lookup of the record
public record GeneratedRecord(Class<? extends Record> type, Lookup lookup) {
  /// A component.
  ///
  /// @param constants the constants of an enum, otherwise none
  /// @param components the components of a nested record, otherwise none
  public record Source(
      String name, ComponentType type, List<String> constants, List<Source> components) {
    /// Returns this component with a further annotation.
    public Source with(Mark mark) {
      return new Source(name, type.with(mark), constants, components);
    }
  }

  private static final class Loader extends ClassLoader {
    Loader() {
      super(GeneratedRecord.class.getClassLoader());
    }

    Class<?> define(ClassDesc type, byte[] classFile) {
      return defineClass(type.displayName(), classFile, 0, classFile.length);
    }

    /// Defines what the components need first.
    Class<?> defineRecord(ClassDesc type, List<Source> components) {
      for (Source component : components) {
        ClassDesc inner = component.type.descriptor();
        if (!component.constants.isEmpty()) {
          define(inner, EnumClass.of(inner, component.constants));
        } else if (!component.components.isEmpty()) {
          defineRecord(inner, component.components);
        }
      }
      try {
        return define(type, RecordClass.of(type, components));
      } catch (ClassFormatError tooMany) {
        throw new IllegalArgumentException(
            "%s has %d components, and a class cannot have so many: put some into a record inside"
                .formatted(type.displayName(), components.size()),
            tooMany);
      }
    }
  }

  /// Defines a record.
  ///
  /// @throws IllegalArgumentException if there are more components or constants than a class can
  ///   have
  public static GeneratedRecord of(String name, List<Source> sources) {
    Class<?> type = new Loader().defineRecord(ClassDesc.of(name), sources);
    try {
      Lookup lookup = (Lookup) type.getMethod(RecordClass.LOOKUP).invoke(null);
      return new GeneratedRecord(type.asSubclass(Record.class), lookup);
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError("No lookup in " + type, missing);
    }
  }
}
