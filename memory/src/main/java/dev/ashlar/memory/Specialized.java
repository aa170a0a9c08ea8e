// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

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
/// the 33rd copy on, and from the 17th combination at one method, the class itself serves the rest.
///
/// Arguments of a type with [DecidesCopies], or of a subtype, decide in the same way. What is said
/// of segments here holds for them.
///
/// The copies work on one object of the class, and on its static fields. So state, locks, types and
/// other objects of the class are those of the class. The object that `of` returns has the
/// interfaces of the class, and calls the copies. The two stand for each other where the returned
/// object is a parameter or a result of its own methods. Elsewhere they are two: a lock on the
/// returned object is not the lock of `synchronized (this)` in the class.
///
/// A copy is an ordinary class in the package of the original, named like `Sum$$Native`. Its frames
/// are in stack traces, with the original's lines. It has the values of private static final
/// fields. They must be set before `of` is called: a class that calls it in its initializer
/// declares its constants first. Copies are made of the class file, not of the loaded class:
/// changes by an agent are not in them. They are unloaded with the original, and keep the classes
/// of arguments until then.
///
/// Methods without segments that copies cannot have, such as synchronized ones, are called in the
/// class. So are inherited methods. [#describe] names them. A method with segments causes an
/// [IllegalArgumentException] that names the method, the line and the remedy, if
///
/// - it is synchronized: a synchronized block is the same,
/// - it depends on the class that calls, as `MethodHandles.lookup()` and `Class.forName` do,
/// - it has a serializable lambda, or a reference to a private constructor or to a private method
///   of another class,
/// - a compiler other than javac has made instructions of it that see their class.
///
/// An abstract class, an enum, and a class with a sealed interface are refused too.
///
/// Copies cannot be made in a native image, with a class loader that has no class files, or of a
/// class file that a coverage tool has instrumented. Then the class itself is used. It also serves
/// the kinds of memory for which no copy could be made, for example because a method would become
/// too large. A warning is logged once.
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

  /// Returns an implementation that has a copy for each kind of memory. One object, made by the
  /// constructor without parameters, serves all calls.
  ///
  /// Calls with the same arguments return the same object.
  ///
  /// @param lookup of any class in the implementation's module
  /// @param implementation the class, which need not be public
  /// @throws IllegalArgumentException if copies would behave differently from the class; names each
  ///   place
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
      Object made = Family.front(own, key != null, Support.class, DecidesCopies.class);
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

  /// Returns a factory of objects that hold segments, such as cursors and flyweights, or objects of
  /// types with [DecidesCopies]. Each object is an instance of a copy, in which the compiler knows
  /// the class of each segment in a final field.
  ///
  /// ```java
  /// interface Points {
  ///   Point over(MemorySegment memory); // as the constructor
  /// }
  ///
  /// static final Points POINTS = Specialized.factory(lookup(), Points.class, PackedPoint.class);
  /// ```
  ///
  /// An object may have fields that change, and be compared with others. Call sites see objects of
  /// several classes, so only methods that have the loop inside become faster. The constructor runs
  /// twice for the first arguments of each kind. It also runs twice if the arguments have known
  /// kinds but the segments in the fields have new ones. Such an object is of the copy for all
  /// kinds, `PackedPoint$$Others`, which the other copies extend. In methods that constructors
  /// call, in those that use another object of the class, and in inherited ones, the classes of
  /// segments are not known.
  ///
  /// Objects are of copies, not of the class. So the class is refused, with place and remedy, if
  /// its code calls `getClass`, has a constant of the class itself, passes its own type to other
  /// classes, as inner classes do, or has native or static synchronized methods. What makes a
  /// method be refused by [#of] is refused in all methods.
  ///
  /// @param type a functional interface: its parameters are those of a constructor, its result is
  ///   an interface or a superclass of the implementation
  /// @throws IllegalArgumentException if copies would behave differently from the class
  /// @throws UnsupportedOperationException where copies cannot be made
  public static <F> F factory(Lookup lookup, Class<F> type, Class<?> implementation) {
    try {
      Lookup own = Family.lookup(lookup, implementation);
      return type.cast(Family.factory(own, type, Support.class, DecidesCopies.class));
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

    /// The bootstrap method of a call with arguments that decide, whose receiver comes first.
    public static CallSite dispatch(Lookup copy, String method, MethodType type) {
      return Family.dispatch(copy, method, type, false);
    }

    /// The bootstrap method of a call of a static method, or of a constructor.
    public static CallSite dispatchStatic(Lookup copy, String method, MethodType type) {
      return Family.dispatch(copy, method, type, true);
    }

    /// The bootstrap method of the use of a member with the access of the original.
    public static CallSite use(
        Lookup copy, String member, MethodType type, String use, Class<?> owner) {
      return Family.use(copy, member, type, use, owner);
    }

    /// Returns the method that a call goes to from now on.
    public static MethodHandle link(
        Object site, @Nullable Object[] arguments, @Nullable Object[] known) {
      return Family.link(site, arguments, known);
    }

    /// Returns the values of the static final fields of a copy.
    public static Object[] constants(Lookup copy) {
      return Family.constants(copy);
    }
  }
}
