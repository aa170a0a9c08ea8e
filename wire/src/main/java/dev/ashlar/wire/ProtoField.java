// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Makes a component of a record a field of its message.
///
/// ```java
/// record Point(@ProtoField(1) int x, @ProtoField(2) int y) {}
///
/// Point point = ProtoType.of(MethodHandles.lookup(), Point.class).parse(new byte[] {8, 3});
/// ```
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ProtoField {
  /// The field's number: 1 to 2^29 - 1, except 19000 to 19999.
  int value();

  /// The encoding of the field's values. For a list or an array these are the elements, for a map
  /// the values of its entries.
  FieldType type() default FieldType.BY_JAVA_TYPE;

  /// The encoding of a map's keys.
  FieldType keyType() default FieldType.BY_JAVA_TYPE;

  /// Packs the values of a repeated field behind one tag, as proto3 does by default. Reading
  /// accepts packed and single values.
  boolean packed() default true;

  /// The field's name in a `.proto` file. If empty, it is the component's name in snake case.
  String name() default "";
}
