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
  /// The field's number, from 1 to 2^29 - 1, not from 19000 to 19999.
  int value();

  /// How values are encoded, elements of a list or array and values of a map too.
  FieldType type() default FieldType.BY_JAVA_TYPE;

  /// How the keys of a map are encoded.
  FieldType keyType() default FieldType.BY_JAVA_TYPE;

  /// Whether the values of a repeated field lie behind one tag, as those of proto3 do if not said
  /// otherwise. When read, values may lie either way.
  boolean packed() default true;

  /// The field's name in a `.proto` file, if not the component's in snake case.
  String name() default "";
}
