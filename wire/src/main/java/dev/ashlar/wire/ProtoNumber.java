// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The number of an enum's constant. If no constant of an enum has this annotation, the numbers are
/// the ordinals. If one has it, all must have it.
///
/// ```java
/// enum Level { @ProtoNumber(0) UNSET, @ProtoNumber(5) INFO, @ProtoNumber(9) WARN }
///
/// record Line(@ProtoField(1) Level level) {}
///
/// byte[] message = ProtoType.of(MethodHandles.lookup(), Line.class).toByteArray(new Line(Level.WARN));
/// ```
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface ProtoNumber {
  /// The number.
  int value();
}
