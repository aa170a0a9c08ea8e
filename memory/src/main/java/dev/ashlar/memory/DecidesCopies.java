// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A type whose arguments decide which copy [Specialized] calls, as a
/// [MemorySegment][java.lang.foreign.MemorySegment] does.
///
/// It is for a type with several implementations whose methods are called in loops. A loop that
/// meets more than two of them has virtual calls. In a copy the class of the argument is known:
///
/// ```java
/// @DecidesCopies
/// interface Prices {
///   double at(int row);
/// }
///
/// interface Total {
///   double of(Prices prices, int count);
/// }
///
/// static final class Sum implements Total {
///   @Override
///   public double of(Prices prices, int count) {
///     double sum = 0;
///     for (int row = 0; row < count; row++) {
///       sum += prices.at(row);
///     }
///     return sum;
///   }
/// }
///
/// static final Total TOTAL = Specialized.of(MethodHandles.lookup(), Total.class, Sum.class);
/// ```
///
/// It holds for all subtypes: a parameter decides if its declared type, a superclass or an
/// interface of that has the annotation. A parameter of a type that the class's loader does not
/// find decides nothing, and neither does one of the copied class itself. The classes of the
/// arguments may be hidden. They should be final: then the compiler knows the methods that are
/// called.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface DecidesCopies {}
