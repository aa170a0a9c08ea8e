// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.Log;
import dev.ashlar.memory.internal.specialized.Family;
import dev.ashlar.memory.internal.specialized.NotCopiedException;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Copies of a class, one for each kind of memory that its methods meet.
///
/// A method over [MemorySegment][java.lang.foreign.MemorySegment] is fast until it has met heap,
/// native and mapped memory. Then its compiled code serves all of them, and each access has virtual
/// calls. Here each kind has a copy of the class, in which the compiler knows the class of each
/// segment:
///
/// ```java
/// interface Checksum {
///   long of(MemorySegment memory);
/// }
///
/// static final class Sum implements Checksum {
///   @Override
///   public long of(MemorySegment memory) {
///     long sum = 0;
///     for (int at = 0; at < memory.byteSize(); at++) {
///       sum += memory.get(ValueLayout.JAVA_BYTE, at);
///     }
///     return sum;
///   }
/// }
///
/// static final Checksum SUM =
///     Specialized.of(MethodHandles.lookup(), Checksum.class, Sum.class);
/// ```
///
/// `SUM.of(segment)` compares the segment's class with those that it has met, and calls the copy. A
/// copy is made at the first call with a kind. A method with several segments has a copy for each
/// combination of kinds. Calls between methods of the class are dispatched in the same way. From
/// the 33rd copy on, and from the 17th combination at one method, a copy for all kinds serves the
/// rest.
///
/// A copy is an ordinary class in the package of the original, named like `Sum$$Native`. Its frames
/// are in stack traces, with the original's lines. Static final fields of a copy have the values of
/// the original. They must be set before `of` is called: a class that calls it in its initializer
/// declares its constants first. Copies are made of the class file, not of the loaded class:
/// changes by an agent are not in them. They are unloaded with the original.
///
/// Rules for the class:
///
/// - It declares its methods itself. Inherited methods are not copied; [#describe] names them.
/// - It may have lambdas, records, generics and private methods.
/// - It has no static fields that change, no fields that methods write, and no synchronized or
///   native methods. It calls no private members of nested or enclosing classes.
///
/// A class that breaks a rule causes an [IllegalArgumentException] that names each place. Copies
/// cannot be made in a native image, with a class loader that has no class files, or of a class
/// file that a coverage tool has instrumented. Then the original is used, and a warning is logged.
///
/// All methods may be called by any thread.
public final class Specialized {
  private static final ClassValue<Map<List<Object>, Object>> KNOWN =
      new ClassValue<>() {
        @Override
        protected Map<List<Object>, Object> computeValue(Class<?> type) {
          return new HashMap<>();
        }
      };

  private Specialized() {}

  /// Returns an implementation that has a copy for each kind of memory. Each copy has one object,
  /// made by the constructor without parameters, that serves all calls.
  ///
  /// Calls with the same arguments return the same object.
  ///
  /// @param lookup of any class in the implementation's module
  /// @param implementation the class, which need not be public
  /// @throws IllegalArgumentException if copies would behave differently from the class
  public static <I> I of(Lookup lookup, Class<I> type, Class<? extends I> implementation) {
    return of(lookup, type, implementation, null);
  }

  /// Same as [#of(Lookup, Class, Class)], with separate copies for each key. It is for a class
  /// whose calls have receivers of several types, such as comparators. With the comparator as the
  /// key, each call in a copy has one receiver type. Methods without segments are copied too.
  ///
  /// @param key with `equals` and `hashCode`; it is kept until the implementation is unloaded
  public static <I> I of(
      Lookup lookup, Class<I> type, Class<? extends I> implementation, @Nullable Object key) {
    requireType(type, implementation);
    Lookup own = Family.lookup(lookup, implementation);
    List<Object> arguments = key == null ? List.of() : List.of(key);
    Map<List<Object>, Object> known = KNOWN.get(implementation);
    Object object;
    synchronized (known) {
      object = known.get(arguments);
    }
    if (object == null) { // Classes are initialized without the lock, which these may ask for.
      Object made = front(own, key != null);
      synchronized (known) {
        object = known.putIfAbsent(arguments, made);
      }
      if (object == null) {
        object = made;
      }
    }
    return type.cast(object);
  }

  private static <I> void requireType(Class<I> type, Class<? extends I> implementation) {
    if (!type.isInterface() || !type.isAssignableFrom(implementation)) {
      throw new IllegalArgumentException(
          implementation.getName() + " has to implement " + type.getName() + ", an interface");
    }
  }

  private static Object front(Lookup own, boolean hasKey) {
    try {
      return Family.front(own, hasKey, Support.class);
    } catch (NotCopiedException reason) {
      Log.warn(
          own.lookupClass().getName()
              + " is not specialized by kinds of memory: "
              + reason.getMessage());
      return Family.original(own);
    }
  }

  /// Returns a factory of objects that hold segments, such as cursors and flyweights. Each object
  /// is an instance of a copy, in which the compiler knows the class of each segment in a final
  /// field.
  ///
  /// ```java
  /// interface Points {
  ///   Point over(MemorySegment memory); // as the constructor
  /// }
  ///
  /// static final Points POINTS = Specialized.factory(lookup(), Points.class, PackedPoint.class);
  /// ```
  ///
  /// An object may have fields that change. Call sites see objects of several classes, so only
  /// methods that have the loop inside become faster. The constructor runs twice for the first
  /// arguments of each kind. It also runs twice if the arguments have known kinds but the segments
  /// in the fields have new ones. Such an object is an instance of the copy for all kinds.
  ///
  /// @param type a functional interface: its parameters are those of a constructor, its result is
  ///   an interface or a superclass of the implementation
  /// @throws IllegalArgumentException if copies would behave differently from the class
  /// @throws UnsupportedOperationException where copies cannot be made
  public static <F> F factory(Lookup lookup, Class<F> type, Class<?> implementation) {
    try {
      return type.cast(Family.factory(Family.lookup(lookup, implementation), type, Support.class));
    } catch (NotCopiedException reason) {
      throw new UnsupportedOperationException(
          "Call the constructor of "
              + implementation.getName()
              + " instead: "
              + reason.getMessage(),
          reason);
    }
  }

  /// Returns lines that name the copies made so far, and the methods that are not copied. The text
  /// is for people and logs; its form may change.
  ///
  /// @param specialized the result of `of` or `factory`, or an object of a copy
  public static String describe(Object specialized) {
    return Family.describe(specialized);
  }

  /// The methods that copies call. Copies are in packages of users.
  protected static final class Support {
    private Support() {}

    /// The bootstrap method of a call with segments, whose receiver comes first.
    public static CallSite dispatch(Lookup copy, String method, MethodType type) {
      return Family.dispatch(copy, method, type, false);
    }

    /// The bootstrap method of a call of a static method, or of a constructor.
    public static CallSite dispatchStatic(Lookup copy, String method, MethodType type) {
      return Family.dispatch(copy, method, type, true);
    }

    /// Returns the method that a call goes to from now on.
    public static MethodHandle link(
        Object site, @Nullable Object[] segments, @Nullable Object[] known) {
      return Family.link(site, segments, known);
    }

    /// Returns the values of the static final fields of a copy.
    public static Object[] constants(Lookup copy) {
      return Family.constants(copy);
    }
  }
}
