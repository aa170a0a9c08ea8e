// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A class that is to be copied, and its class file.
final class Implementation {
  final Class<?> original;

  /// Has the private members of the class.
  final Lookup lookup;

  final ClassModel model;
  final ClassDesc name;

  /// Whether each object is of a copy. Otherwise copies have static methods, which get the one
  /// object of the original.
  final boolean isFactory;

  final Members members;
  final DecidingTypes deciding;

  /// By name and descriptor.
  private final Map<String, MethodModel> methods = new HashMap<>();

  private final Map<String, FieldModel> fields = new HashMap<>();

  /// The methods that method handles refer to, such as bodies of lambdas, by name and descriptor.
  final Set<String> handles = new HashSet<>();

  /// Why methods are called in the original, by name and descriptor.
  final Map<String, String> kept = new TreeMap<>();

  /// The methods in which a factory's copies do not know the classes of fields.
  final Set<String> general = new HashSet<>();

  /// The classes with a constructor that copies have no access to.
  final Set<ClassDesc> createdByHandle = new HashSet<>();

  /// Whether an object of the class in its code may be another one than `this`, or null.
  boolean hasOtherObjects;

  /// The private static final fields that the code reads, by their names in copies.
  final Map<String, Field> constants = new TreeMap<>();

  private Implementation(
      Lookup lookup, boolean isFactory, byte[] classFile, Class<? extends Annotation> annotation) {
    this.original = lookup.lookupClass();
    this.lookup = lookup;
    this.isFactory = isFactory;
    this.members = new Members(lookup, isFactory);
    this.model = ClassFile.of().parse(classFile);
    this.name = model.thisClass().asSymbol();
    this.deciding = new DecidingTypes(lookup, annotation, model);
    for (MethodModel method : model.methods()) {
      methods.put(key(method), method);
    }
    for (FieldModel field : model.fields()) {
      fields.put(field.fieldName().stringValue(), field);
    }
  }

  /// Reads and checks a class.
  ///
  /// @param lookup has its private members
  /// @param annotation of types that decide, as `MemorySegment` does
  /// @throws IllegalArgumentException if copies would behave differently from the class; names
  ///   every reason
  /// @throws NotCopiedException if the class file is not to be had
  static Implementation of(Lookup lookup, boolean isFactory, Class<? extends Annotation> annotation)
      throws NotCopiedException {
    byte[] classFile = classFile(lookup.lookupClass());
    Implementation implementation;
    try {
      implementation = new Implementation(lookup, isFactory, classFile, annotation);
    } catch (IllegalArgumentException unreadable) {
      throw new NotCopiedException("its class file cannot be read: " + unreadable.getMessage());
    }
    new CopyCheck(implementation).check();
    return implementation;
  }

  /// Initializes the classes whose constants copies have. Takes no lock: an initializer may ask for
  /// copies too.
  void initialize() {
    try {
      for (Field constant : constants.values()) {
        lookup.ensureInitialized(constant.getDeclaringClass());
      }
    } catch (IllegalAccessException impossible) {
      throw new LinkageError(name.displayName(), impossible);
    }
  }

  private static byte[] classFile(Class<?> type) throws NotCopiedException {
    if (System.getProperty("org.graalvm.nativeimage.imagecode") != null) {
      throw new NotCopiedException("a native image defines no classes at run time");
    }
    String name = type.getName();
    String resource = name.substring(name.lastIndexOf('.') + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(resource)) {
      if (in == null || type.isHidden()) {
        throw new NotCopiedException("its class loader does not have the class file");
      }
      return in.readAllBytes();
    } catch (IOException failed) {
      throw new UncheckedIOException("The class file of " + name + " cannot be read", failed);
    }
  }

  static String key(MethodModel method) {
    return method.methodName().stringValue() + method.methodType().stringValue();
  }

  /// Returns the method that the class itself declares, or null.
  @Nullable MethodModel method(String method, MethodTypeDesc type) {
    return methods.get(method + type.descriptorString());
  }

  /// Whether copies have the method.
  boolean isCopied(MethodModel method) {
    return method.code().isPresent()
        && !method.methodName().equalsString(CLASS_INIT_NAME)
        && (isFactory || !method.methodName().equalsString(INIT_NAME))
        && !kept.containsKey(key(method));
  }

  /// Whether calls of the method go to the copy for the classes of its arguments.
  boolean isSpecialized(MethodModel method) {
    return !isFactory && isCopied(method) && deciding.areIn(method.methodTypeSymbol());
  }

  static boolean isStatic(MethodModel method) {
    return method.flags().has(AccessFlag.STATIC);
  }

  /// Returns the type of a method in copies that have static methods.
  MethodTypeDesc staticType(MethodModel method) {
    MethodTypeDesc type = method.methodTypeSymbol();
    return isStatic(method) ? type : type.insertParameterTypes(0, name);
  }

  /// Whether calls of a method whose arguments do not decide go to the same copy. If there are
  /// other objects, a call is left to the JVM: the receiver may be null, or of a subclass. Lambdas
  /// capture `this`.
  boolean isBoundHere(MethodModel method) {
    return isCopied(method)
        && (isStatic(method)
            || !hasOtherObjects
            || (method.flags().has(AccessFlag.PRIVATE)
                && method.flags().has(AccessFlag.SYNTHETIC)));
  }

  /// Whether a handle of the method becomes that of a static method in the copy.
  boolean hasStaticHandle(MethodModel method) {
    return !method.methodName().equalsString(INIT_NAME)
        && (isStatic(method)
            || method.flags().has(AccessFlag.PRIVATE)
            || (isCopied(method) && !hasOtherObjects));
  }

  /// Whether that is not the method with the code, but one that calls it.
  boolean hasEntry(MethodModel method) {
    return handles.contains(key(method)) && (isSpecialized(method) || !isBoundHere(method));
  }

  /// Returns the name of the method that handles refer to.
  String handleName(MethodModel method) {
    return hasEntry(method) ? method.methodName().stringValue() + "$handle" : bodyName(method);
  }

  /// Returns the name of the method with the code. It is that of the original, unless another
  /// method of this name has the type that a static method has in copies.
  String bodyName(MethodModel method) {
    String own = method.methodName().stringValue();
    boolean isTaken = !isStatic(method) && method(own, staticType(method)) != null;
    return isTaken ? own + "$body" : own;
  }

  /// Whether any method is.
  boolean isSpecialized() {
    for (MethodModel method : model.methods()) {
      if (isSpecialized(method)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the name of a static final field in copies.
  String constantName(ClassDesc owner, String field) {
    return isThis(owner) ? field : owner.displayName() + "$" + field;
  }

  /// Returns the field that the class itself declares, or null.
  @Nullable FieldModel field(String field) {
    return fields.get(field);
  }

  /// The types of the final fields that decide, in the order of the class file.
  Map<String, ClassDesc> decidingFields() {
    Map<String, ClassDesc> deciders = new LinkedHashMap<>();
    for (FieldModel field : model.fields()) {
      if (deciding.includes(field.fieldTypeSymbol())
          && field.flags().has(AccessFlag.FINAL)
          && !field.flags().has(AccessFlag.STATIC)) {
        deciders.put(field.fieldName().stringValue(), field.fieldTypeSymbol());
      }
    }
    return deciders;
  }

  /// Whether a parameter or the result is of the class itself.
  boolean mentionsThis(MethodTypeDesc type) {
    for (ClassDesc parameter : type.parameterList()) {
      if (isThis(parameter)) {
        return true;
      }
    }
    return isThis(type.returnType());
  }

  /// Whether that is this class, or an array of it.
  boolean isThis(ClassDesc type) {
    return type.isArray() ? isThis(type.componentType()) : type.equals(name);
  }
}
