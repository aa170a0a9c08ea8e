// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A class that is to be copied, and its class file.
final class Implementation {
  static final ClassDesc SEGMENT = ClassDesc.ofDescriptor(MemorySegment.class.descriptorString());

  final Class<?> original;

  /// Has the private members of the class.
  final Lookup lookup;

  final ClassModel model;
  final ClassDesc name;

  /// Whether each object is of a copy. Otherwise one object of each copy serves all calls.
  final boolean hasState;

  /// By name and descriptor.
  private final Map<String, MethodModel> methods = new HashMap<>();

  private final Map<String, FieldModel> fields = new HashMap<>();

  /// The methods that method handles refer to, such as bodies of lambdas, by name and descriptor.
  final Set<String> handles = new HashSet<>();

  /// The static final fields that the code reads, by their names in copies: its own, and private
  /// ones of other classes in the nest.
  final Map<String, Field> constants = new TreeMap<>();

  private Implementation(Lookup lookup, Class<?> original, boolean hasState, byte[] classFile) {
    this.original = original;
    this.lookup = lookup;
    this.hasState = hasState;
    this.model = ClassFile.of().parse(classFile);
    this.name = model.thisClass().asSymbol();
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
  /// @throws IllegalArgumentException if copies would behave differently from the class; names
  ///   every reason
  /// @throws NotCopiedException if the class file is not to be had
  static Implementation of(Lookup lookup, boolean hasState) throws NotCopiedException {
    Class<?> original = lookup.lookupClass();
    byte[] classFile = classFile(original);
    Implementation implementation;
    try {
      implementation = new Implementation(lookup, original, hasState, classFile);
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

  /// Whether calls of the method go to the copy for the kinds of its segments.
  boolean isSpecialized(String method, MethodTypeDesc type) {
    MethodModel declared = methods.get(method + type.descriptorString());
    return declared != null && isSpecialized(declared);
  }

  boolean isSpecialized(MethodModel method) {
    return !hasState
        && method.code().isPresent()
        && !method.methodName().equalsString(INIT_NAME)
        && hasSegment(method.methodTypeSymbol())
        && !mentionsThis(method.methodTypeSymbol());
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

  static boolean hasSegment(MethodTypeDesc type) {
    return type.parameterList().contains(SEGMENT);
  }

  /// Returns the name of a static final field in copies.
  String constantName(ClassDesc owner, String field) {
    return isThis(owner) ? field : owner.displayName() + "$" + field;
  }

  /// Returns the field that the class itself declares, or null.
  @Nullable FieldModel field(String field) {
    return fields.get(field);
  }

  /// The names of the final fields with segments, in the order of the class file.
  List<String> segmentFields() {
    List<String> names = new ArrayList<>();
    for (FieldModel field : model.fields()) {
      if (field.fieldTypeSymbol().equals(SEGMENT)
          && field.flags().has(AccessFlag.FINAL)
          && !field.flags().has(AccessFlag.STATIC)) {
        names.add(field.fieldName().stringValue());
      }
    }
    return names;
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
