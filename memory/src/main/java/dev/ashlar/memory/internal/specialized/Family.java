// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.invoke.MethodType.methodType;
import static java.util.Objects.requireNonNull;

import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.memory.internal.Log;
import dev.ashlar.memory.internal.StackHeadroom;
import java.lang.annotation.Annotation;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The copies of one class that serve one object of [dev.ashlar.memory.Specialized].
///
/// Everything that copies refer to is kept by them or by the original, so all of it is collected
/// with the class loader of the original.
public final class Family {
  private static final String FACTORY = "Factory";

  /// How many copies there are at most, beside a factory's for all kinds.
  private static final int MAX_COPIES = 32;

  /// How many families of a class there are.
  private static final ClassValue<AtomicInteger> FAMILIES =
      new ClassValue<>() {
        @Override
        protected AtomicInteger computeValue(Class<?> type) {
          return new AtomicInteger();
        }
      };

  /// The data that the initializer of a generated class asks for.
  private record Origin(Family family, String label, List<@Nullable Object> constants) {}

  /// Set while a class is registered, under the lock of this class.
  private static @Nullable Origin registering;

  private static final ClassValue<@Nullable Origin> ORIGIN =
      new ClassValue<>() {
        @Override
        protected @Nullable Origin computeValue(Class<?> type) {
          return registering;
        }
      };

  private final Implementation implementation;
  private final SupportCode support;

  /// The prefix of the copies' names.
  private String prefix;

  /// By the classes of their kinds. Null if a copy cannot be made.
  private final Map<List<@Nullable Class<?>>, @Nullable Copy> copies = new LinkedHashMap<>();

  /// The last parts of the names that copies have, or that the JVM may have taken.
  private final Set<String> labels = new HashSet<>();

  /// A factory's copy for all kinds.
  private @Nullable Copy others;

  /// Whether a copy could not be made.
  private boolean isIncomplete;

  private final Map<String, DispatchSite> sites = new HashMap<>();

  /// Copies of a class for another key have names of their own.
  private static String prefix(Implementation implementation) {
    AtomicInteger families = FAMILIES.get(implementation.original);
    while (true) {
      int number = families.incrementAndGet();
      String prefix = implementation.original.getName() + "$$" + (number == 1 ? "" : number + "$");
      if (!isTaken(implementation.lookup, prefix)) {
        return prefix;
      }
    }
  }

  /// Whether another Ashlar, in a jar of somebody else's, has made copies of that name.
  private static boolean isTaken(Lookup lookup, String prefix) {
    for (String first : List.of(Kinds.FRONT.label, FACTORY)) {
      try {
        var _ = lookup.findClass(prefix + first);
        return true;
      } catch (ClassNotFoundException free) {
        // Then it is not that one.
      } catch (IllegalAccessException taken) {
        return true;
      }
    }
    return false;
  }

  private Family(Implementation implementation, Class<?> support) {
    this.implementation = implementation;
    this.support = SupportCode.of(support);
    this.prefix = prefix(implementation);
    labels.add(FACTORY);
  }

  /// Makes an object with the interfaces of the original that has a copy for each kind. Where
  /// copies cannot be made, returns an object of the original.
  ///
  /// @param hasKey whether copies are worth it for a class without arguments that decide
  /// @param annotation of types that decide, as `MemorySegment` does
  public static Object front(
      Lookup lookup, boolean hasKey, Class<?> support, Class<? extends Annotation> annotation) {
    Implementation implementation;
    try {
      implementation = Implementation.of(lookup, false, annotation);
    } catch (NotCopiedException reason) {
      warn(lookup.lookupClass(), reason.getMessage());
      return original(lookup);
    }
    if (!hasKey && !implementation.isSpecialized()) {
      throw new IllegalArgumentException(
          "No method of "
              + lookup.lookupClass().getName()
              + " has a parameter of "
              + DecidingTypes.NAME);
    }
    Object object = original(lookup);
    implementation.initialize();
    Family family = new Family(implementation, support);
    List<@Nullable Object> constants = family.constants(Kinds.FRONT);
    constants.add(object);
    synchronized (family) {
      try {
        return family.newInstance(family.make(Kinds.FRONT, constants).type());
      } catch (RuntimeException | LinkageError failed) {
        warn(implementation.original, failed.toString());
        return object;
      }
    }
  }

  private static void warn(Class<?> original, @Nullable String reason) {
    Log.warn(original.getName() + " is not specialized by kinds of memory: " + reason);
  }

  /// Makes an object of a functional interface that calls the constructors of copies.
  ///
  /// @param annotation of types that decide, as `MemorySegment` does
  public static Object factory(
      Lookup lookup, Class<?> type, Class<?> support, Class<? extends Annotation> annotation)
      throws NotCopiedException {
    Class<?> original = lookup.lookupClass();
    Method create = FactoryClass.method(type);
    FactoryClass.requireConstructor(create, original);
    Implementation implementation = Implementation.of(lookup, true, annotation);
    if (!implementation.deciding.areIn(create)) {
      throw new IllegalArgumentException(create + " has no parameter of " + DecidingTypes.NAME);
    }
    GeneratedClass.requireKnown(implementation.lookup, type);
    if (implementation.decidingFields().isEmpty()) {
      throw new IllegalArgumentException(
          original.getName() + " has no final field of " + DecidingTypes.NAME);
    }
    implementation.initialize();
    Family family = new Family(implementation, support);
    FactoryClass factory = new FactoryClass(type, create, family.support);
    List<@Nullable Object> constants = family.constants(Kinds.OTHERS);
    synchronized (family) {
      try {
        family.others = family.make(Kinds.OTHERS, constants);
        ClassDesc name = family.name(FACTORY);
        Class<?> defined = family.define(name, factory.classFile(name), FACTORY, List.of());
        return family.newInstance(defined);
      } catch (RuntimeException | LinkageError failed) {
        throw new NotCopiedException(failed.toString());
      }
    }
  }

  /// Returns the copy for the kinds. If there are too many, or if it cannot be made, returns a
  /// factory's copy for all kinds, or null for the original. The caller has the lock.
  @Nullable Copy copy(Kinds kinds) {
    if (copies.containsKey(kinds.classes()) || copies.size() >= MAX_COPIES) {
      return copies.getOrDefault(kinds.classes(), others);
    }
    StackHeadroom.require(); // An error in an initializer of the JDK's would last.
    Copy copy;
    try {
      copy = make(kinds, constants(kinds));
    } catch (RuntimeException | LinkageError failed) {
      copy = others;
      if (!isIncomplete) {
        warn(implementation.original, "the copy for " + kinds.label + " failed: " + failed);
      }
      isIncomplete = true;
    }
    copies.put(kinds.classes(), copy);
    return copy;
  }

  private Copy make(Kinds kinds, List<@Nullable Object> constants) {
    String label = newLabel(kinds);
    ClassDesc name = name(label);
    ClassDesc base = others == null ? null : others.name();
    byte[] classFile = new ClassCopy(implementation, name, kinds, base, support).classFile();
    Class<?> type = define(name, classFile, label, constants);
    return new Copy(type, kinds, implementation.decidingFields());
  }

  /// Returns a label that no copy has had. Classes of several loaders may have one name, and a copy
  /// that failed for want of memory or stack may have taken its own.
  private String newLabel(Kinds kinds) {
    String label = kinds.label;
    for (int number = 2; !labels.add(label); number++) {
      label = kinds.label + "$" + number;
    }
    return label;
  }

  private ClassDesc name(String label) {
    return ClassDesc.of(prefix + label);
  }

  private Class<?> define(
      ClassDesc name, byte[] classFile, String label, List<@Nullable Object> constants) {
    try {
      Class<?> type = implementation.lookup.defineClass(classFile);
      register(type, label, constants);
      return implementation.lookup.ensureInitialized(type);
    } catch (IllegalAccessException impossible) {
      throw new LinkageError(name.displayName(), impossible);
    }
  }

  private void register(Class<?> type, String label, List<@Nullable Object> constants) {
    synchronized (Family.class) {
      registering = new Origin(this, label, constants);
      try {
        var _ = ORIGIN.get(type);
      } finally {
        registering = null;
      }
    }
  }

  /// The values of the static final fields of a copy.
  private List<@Nullable Object> constants(Kinds kinds) {
    List<@Nullable Object> values = new ArrayList<>();
    for (Field constant : implementation.constants.values()) {
      try {
        Object value = implementation.lookup.unreflectGetter(constant).invoke();
        if (isDefault(value) && !constant.isSynthetic()) {
          requireInitialized(constant);
        }
        values.add(value);
      } catch (Throwable failed) {
        throw unchecked(failed);
      }
    }
    values.addAll(kinds.distinct());
    return values;
  }

  private static boolean isDefault(@Nullable Object value) {
    return value == null
        || value.equals(false)
        || value.equals((char) 0)
        || (value instanceof Number number && number.doubleValue() == 0);
  }

  /// In the initializer of its class, a constant that is null or zero may have no value yet.
  private static void requireInitialized(Field constant) {
    Class<?> owner = constant.getDeclaringClass();
    boolean isInitializing =
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(frames ->
                frames.anyMatch(frame ->
                    frame.getDeclaringClass() == owner
                        && frame.getMethodName().equals(CLASS_INIT_NAME)));
    if (isInitializing) {
      throw new IllegalArgumentException(
          owner.getName()
              + " is being initialized, and its constant "
              + constant.getName()
              + " has no value yet: call Specialized behind it, or in another class");
    }
  }

  /// Returns a lookup with the private members of a class.
  ///
  /// @param user of any class in the same module
  public static Lookup lookup(Lookup user, Class<?> original) {
    try {
      Lookup lookup = MethodHandles.privateLookupIn(original, user);
      if (lookup.hasFullPrivilegeAccess()) {
        return lookup;
      }
    } catch (IllegalAccessException refused) {
      // Named below.
    }
    throw new IllegalArgumentException(
        user
            + " has no access to the private members of "
            + original.getName()
            + ": give MethodHandles.lookup() of a class in its module");
  }

  /// Makes an object of the class itself.
  public static Object original(Lookup lookup) {
    return newInstance(lookup, lookup.lookupClass(), lookup.lookupClass());
  }

  private Object newInstance(Class<?> type) {
    return newInstance(implementation.lookup, type, implementation.original);
  }

  private static Object newInstance(Lookup lookup, Class<?> type, Class<?> original) {
    try {
      return lookup
          .findConstructor(type, methodType(void.class))
          .asType(methodType(Object.class))
          .invokeExact();
    } catch (NoSuchMethodException missing) {
      throw new IllegalArgumentException(
          original.getName() + " has no constructor without parameters: use a factory");
    } catch (Throwable failed) {
      throw unchecked(failed);
    }
  }

  boolean hasOtherObjects() {
    return implementation.hasOtherObjects;
  }

  /// Returns a method that calls the linked copies. The caller has the lock.
  ///
  /// @param isOpen whether it links further ones
  MethodHandle dispatch(DispatchSite site, List<DispatchSite.Link> links, boolean isOpen) {
    DispatchClass code =
        new DispatchClass(name("Dispatch"), site, links, isOpen, implementation, others, support);
    try {
      Lookup lookup =
          implementation.lookup.defineHiddenClass(code.classFile(), false, ClassOption.NESTMATE);
      register(lookup.lookupClass(), "Dispatch", code.values());
      return lookup.findStatic(lookup.lookupClass(), site.method(), site.type());
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(site.method(), impossible);
    }
  }

  /// The bootstrap method of calls with arguments that decide.
  public static CallSite dispatch(Lookup caller, String method, MethodType type, boolean isStatic) {
    Origin origin = origin(caller);
    Family family = origin.family;
    MethodType own = isStatic ? type : type.dropParameterTypes(0, 1);
    DispatchSite.Target target =
        family.implementation.isFactory
            ? DispatchSite.Target.CONSTRUCTOR
            : isStatic ? DispatchSite.Target.STATIC : DispatchSite.Target.OBJECT;
    synchronized (family) {
      String key = origin.label + " " + method + own.descriptorString();
      DispatchSite site = family.sites.get(key);
      if (site == null) {
        MethodModel called =
            family.implementation.method(
                method, MethodTypeDesc.ofDescriptor(own.descriptorString()));
        String body = called == null ? method : family.implementation.bodyName(called);
        site = new DispatchSite(family, method, body, type, target);
        family.sites.put(key, site);
      }
      return site;
    }
  }

  /// The bootstrap method of the use of a member that copies have no access to.
  ///
  /// @param use the name of an [Opcode]
  public static CallSite use(
      Lookup caller, String member, MethodType type, String use, Class<?> owner) {
    Lookup lookup = origin(caller).family.implementation.lookup;
    try {
      return new ConstantCallSite(
          Members.find(lookup, Opcode.valueOf(use), owner, member, type).asType(type));
    } catch (ReflectiveOperationException changed) {
      throw new IncompatibleClassChangeError(owner.getName() + "." + member + ": " + changed);
    }
  }

  /// Returns the method that a call goes to without a copy for its arguments.
  MethodHandle fallback(DispatchSite site) {
    Lookup lookup = implementation.lookup;
    Class<?> original = implementation.original;
    MethodType type = site.type();
    try {
      return switch (site.target()) {
        case OBJECT -> Members.find(lookup, Opcode.INVOKEVIRTUAL, original, site.method(), type);
        case STATIC -> Members.find(lookup, Opcode.INVOKESTATIC, original, site.method(), type);
        case CONSTRUCTOR ->
            lookup
                .findConstructor(requireNonNull(others).type(), type.changeReturnType(void.class))
                .asType(type);
      };
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(site.method(), impossible);
    }
  }

  /// Links a call for further classes of arguments: see [DispatchSite#link].
  public static MethodHandle link(
      Object site, @Nullable Object[] arguments, @Nullable Object[] known) {
    return ((DispatchSite) site).link(arguments, known);
  }

  /// Returns the values of the static final fields of a generated class.
  public static Object[] constants(Lookup caller) {
    return origin(caller).constants.toArray();
  }

  private static Origin origin(Lookup caller) {
    Origin origin = caller.hasFullPrivilegeAccess() ? ORIGIN.get(caller.lookupClass()) : null;
    if (origin == null) {
      throw new IllegalArgumentException(caller + " is not of a copy");
    }
    return origin;
  }

  /// Returns lines that name the copies, and the methods that have none.
  public static String describe(Object object) {
    Origin origin = ORIGIN.get(object.getClass());
    if (origin == null) {
      return object.getClass().getName() + ": not specialized";
    }
    Family family = origin.family;
    Class<?> original = family.implementation.original;
    StringBuilder text = new StringBuilder(original.getName()).append(": specialized\n");
    synchronized (family) {
      for (Copy copy : family.made()) {
        text.append("  copy: ").append(copy.type().getName()).append('\n');
      }
    }
    for (Method method : original.getMethods()) {
      boolean isInherited = method.getDeclaringClass() != original;
      boolean decides = family.implementation.deciding.areIn(method);
      if (decides && isInherited && !family.implementation.isFactory) {
        text.append("  not copied, as it is inherited: ").append(method).append('\n');
      }
    }
    for (String problem : family.implementation.kept.values()) {
      text.append("  not copied: ").append(problem).append('\n');
    }
    return text.toString();
  }

  private Set<Copy> made() {
    Set<Copy> made = new LinkedHashSet<>();
    if (others != null) {
      made.add(others);
    }
    for (Copy copy : copies.values()) {
      if (copy != null) {
        made.add(copy);
      }
    }
    return made;
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException unchecked(Throwable failure) throws T {
    throw (T) failure;
  }
}
