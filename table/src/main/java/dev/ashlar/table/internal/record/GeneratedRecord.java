// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.record;

import dev.ashlar.table.internal.record.RecordClass.Component;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A record and its enums, which a class loader of their own defines.
///
/// @param lookup of the record
public record GeneratedRecord(Class<? extends Record> type, Lookup lookup) {
  private static final Map<String, ClassDesc> PRIMITIVES =
      Map.of(
          "boolean", ClassDesc.ofDescriptor("Z"),
          "byte", ClassDesc.ofDescriptor("B"),
          "short", ClassDesc.ofDescriptor("S"),
          "char", ClassDesc.ofDescriptor("C"),
          "int", ClassDesc.ofDescriptor("I"),
          "long", ClassDesc.ofDescriptor("J"),
          "float", ClassDesc.ofDescriptor("F"),
          "double", ClassDesc.ofDescriptor("D"));

  /// A component.
  ///
  /// @param type a primitive, or the simple name of an enum
  /// @param constants of the enum; of a primitive none
  public record Source(String name, String type, List<String> constants) {}

  private static final class Loader extends ClassLoader {
    Loader() {
      super(GeneratedRecord.class.getClassLoader());
    }

    Class<?> define(String name, byte[] classFile) {
      return defineClass(name, classFile, 0, classFile.length);
    }
  }

  /// Defines a record.
  ///
  /// @throws IllegalArgumentException if there are more components or constants than a class can
  ///   have
  public static GeneratedRecord of(String name, List<Source> sources) {
    Loader loader = new Loader();
    List<Component> components = new ArrayList<>();
    for (Source source : sources) {
      ClassDesc type = PRIMITIVES.get(source.type);
      if (type == null) {
        String enumName = name + "$" + source.type;
        type = ClassDesc.of(enumName);
        loader.define(enumName, EnumClass.of(type, source.constants));
      }
      components.add(new Component(source.name, type));
    }
    Class<?> type = loader.define(name, RecordClass.of(ClassDesc.of(name), components));
    try {
      Lookup lookup = (Lookup) type.getMethod(RecordClass.LOOKUP).invoke(null);
      return new GeneratedRecord(type.asSubclass(Record.class), lookup);
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError("No lookup in " + type, missing);
    }
  }
}
