// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Makes null stand for an absent field: the field is `optional` in the `.proto` file.
///
/// It is for components of a boxed type, `String`, `byte[]`, `Bytes` or an enum. An annotation for
/// null checks by the compiler, such as `@Nullable`, does not change the message.
///
/// ```java
/// record Named(@ProtoField(1) @ProtoOptional String name) {}
///
/// Named absent = ProtoType.of(MethodHandles.lookup(), Named.class).parse(new byte[0]);
/// boolean isAbsent = absent.name() == null;
/// ```
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ProtoOptional {}
