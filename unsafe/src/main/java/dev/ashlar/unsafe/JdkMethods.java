// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AccessFlag;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The methods of `sun.misc.Unsafe` and the restricted methods, as the class files of the running
/// JDK declare them. No class is loaded.
public final class JdkMethods {
  /// The class whose memory methods the JDK can deny.
  public static final String UNSAFE = "sun.misc.Unsafe";

  /// The class to which `sun.misc.Unsafe` delegates, which is not exported.
  public static final String INTERNAL_UNSAFE = "jdk.internal.misc.Unsafe";

  private static final String RESTRICTED = "Ljdk/internal/javac/Restricted;";
  private static final String DEPRECATED = "Ljava/lang/Deprecated;";

  private static final List<String> RESTRICTED_IN = List.of("java/lang/", "java/lang/foreign/");

  /// The method that is called before an access, which warns or throws.
  private static final String CHECK = "beforeMemoryAccess";

  /// A method of `sun.misc.Unsafe`.
  ///
  /// @param terminallyDeprecated whether it is deprecated for removal
  /// @param denied whether it throws under `--sun-misc-unsafe-memory-access=deny`, and warns by
  ///   default
  public record UnsafeMethod(Member member, boolean terminallyDeprecated, boolean denied) {}

  private final Map<Member, UnsafeMethod> unsafe;
  private final Set<Member> restricted;

  private JdkMethods(Map<Member, UnsafeMethod> unsafe, Set<Member> restricted) {
    this.unsafe = unsafe;
    this.restricted = restricted;
  }

  /// Reads the methods from the JDK that runs this code.
  ///
  /// @throws UncheckedIOException if the JDK's own class files cannot be read
  public static JdkMethods ofThisJdk() {
    try {
      return new JdkMethods(unsafeMethods(), restrictedMethods());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// {@return the public methods of `sun.misc.Unsafe`; empty if this JDK does not have module
  /// `jdk.unsupported`}
  public Map<Member, UnsafeMethod> unsafe() {
    return unsafe;
  }

  /// {@return the restricted methods}
  public Set<Member> restricted() {
    return restricted;
  }

  /// {@return whether a call of a method throws under `--sun-misc-unsafe-memory-access=deny`}
  public boolean isDenied(Member method) {
    UnsafeMethod known = unsafe.get(method);
    return known != null && known.denied();
  }

  /// {@return whether a use is a call that throws under `deny`}
  public boolean isDenied(Use use) {
    return use.kind().isUnsafeCall() && isDenied(use.target());
  }

  /// {@return whether a use is a call of a method that is deprecated for removal}
  public boolean isTerminallyDeprecated(Use use) {
    UnsafeMethod method = unsafe.get(use.target());
    return use.kind().isUnsafeCall() && method != null && method.terminallyDeprecated();
  }

  private static Map<Member, UnsafeMethod> unsafeMethods() throws IOException {
    Map<Member, UnsafeMethod> methods = new LinkedHashMap<>();
    try (ModuleReader module = reader("jdk.unsupported")) {
      if (module == null) {
        return methods;
      }
      for (MethodModel method : parse(module, UNSAFE.replace('.', '/') + ".class").methods()) {
        if (method.flags().has(AccessFlag.PUBLIC)) {
          Member member = member(UNSAFE, method);
          methods.put(member, new UnsafeMethod(member, isForRemoval(method), callsCheck(method)));
        }
      }
    }
    return methods;
  }

  private static Set<Member> restrictedMethods() throws IOException {
    Set<Member> methods = new LinkedHashSet<>();
    try (ModuleReader module = reader("java.base")) {
      if (module == null) {
        return methods;
      }
      for (String file : (Iterable<String>) module.list().sorted()::iterator) {
        if (file.endsWith(".class")
            && RESTRICTED_IN.contains(file.substring(0, file.lastIndexOf('/') + 1))) {
          ClassModel type = parse(module, file);
          String owner = type.thisClass().asInternalName().replace('/', '.');
          type.methods().stream()
              .filter(method -> annotations(method).anyMatch(a -> isNamed(a, RESTRICTED)))
              .forEach(method -> methods.add(member(owner, method)));
        }
      }
    }
    return methods;
  }

  private static @Nullable ModuleReader reader(String module) throws IOException {
    Optional<ModuleReference> found = ModuleFinder.ofSystem().find(module);
    return found.isPresent() ? found.get().open() : null;
  }

  private static ClassModel parse(ModuleReader module, String file) throws IOException {
    try (InputStream in = module.open(file).orElseThrow(() -> new IOException("no " + file))) {
      return ClassFile.of().parse(in.readAllBytes());
    }
  }

  private static Member member(String owner, MethodModel method) {
    return new Member(owner, method.methodName().stringValue(), method.methodType().stringValue());
  }

  private static Stream<Annotation> annotations(MethodModel method) {
    return method.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
        .flatMap(found -> found.annotations().stream());
  }

  private static boolean isNamed(Annotation annotation, String descriptor) {
    return annotation.className().equalsString(descriptor);
  }

  private static boolean isForRemoval(MethodModel method) {
    return annotations(method)
        .filter(annotation -> isNamed(annotation, DEPRECATED))
        .flatMap(annotation -> annotation.elements().stream())
        .anyMatch(element ->
            element.name().equalsString("forRemoval")
                && element.value() instanceof AnnotationValue.OfBoolean value
                && value.booleanValue());
  }

  private static boolean callsCheck(MethodModel method) {
    return method
        .code()
        .filter(code ->
            code.elementStream()
                .anyMatch(e -> e instanceof InvokeInstruction i && i.name().equalsString(CHECK)))
        .isPresent();
  }
}
