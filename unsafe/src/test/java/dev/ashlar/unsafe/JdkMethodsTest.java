// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.invoke.MethodType;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Reflection is the judge of the methods of Unsafe; all class files of the JDK that of the
/// restricted ones.
@Timeout(120)
class JdkMethodsTest {
  private static final JdkMethods METHODS = JdkMethods.ofThisJdk();

  @Test
  void allPublicMethodsOfUnsafeAreThereWithTheirDeprecation() throws ClassNotFoundException {
    List<String> reflected =
        Arrays.stream(Class.forName("sun.misc.Unsafe").getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .map(method -> name(method) + " " + isForRemoval(method))
            .toList();
    assertThat(reflected).hasSizeGreaterThan(50);
    assertThat(
            METHODS.unsafe().values().stream()
                // Reflection hides it.
                .filter(m -> !m.member().name().equals("getUnsafe"))
                .map(m ->
                    m.member().name() + m.member().descriptor() + " " + m.terminallyDeprecated()))
        .containsExactlyInAnyOrderElementsOf(reflected);
  }

  private static String name(Method method) {
    return method.getName()
        + MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .toMethodDescriptorString();
  }

  private static boolean isForRemoval(Method method) {
    Deprecated deprecated = method.getAnnotation(Deprecated.class);
    return deprecated != null && deprecated.forRemoval();
  }

  @Test
  void whatIsDeniedIsNotWhatIsDeprecated() {
    assertThat(denied("getLong", "(J)J")).isTrue();
    assertThat(denied("objectFieldOffset", "(Ljava/lang/reflect/Field;)J")).isTrue();
    assertThat(denied("park", "(ZJ)V")).isFalse();
    assertThat(denied("allocateInstance", "(Ljava/lang/Class;)Ljava/lang/Object;")).isFalse();
  }

  private static boolean denied(String name, String descriptor) {
    JdkMethods.UnsafeMethod method =
        METHODS.unsafe().get(new Member(JdkMethods.UNSAFE, name, descriptor));
    assertThat(method).isNotNull();
    return method != null && method.denied();
  }

  @Test
  void noOtherClassOfTheJdkHasRestrictedMethods() throws IOException {
    List<String> restricted = new ArrayList<>();
    for (ModuleReference module : ModuleFinder.ofSystem().findAll()) {
      try (ModuleReader reader = module.open()) {
        for (String file : (Iterable<String>) reader.list()::iterator) {
          if (file.endsWith(".class")) {
            try (InputStream in = reader.open(file).orElseThrow()) {
              addRestricted(in.readAllBytes(), restricted);
            }
          }
        }
      }
    }
    assertThat(METHODS.restricted().stream().map(Member::toString))
        .containsExactlyInAnyOrderElementsOf(restricted);
  }

  private static void addRestricted(byte[] bytes, List<String> restricted) {
    ClassModel type = ClassFile.of().parse(bytes);
    type.methods().stream()
        .filter(method ->
            method.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                .flatMap(found -> found.annotations().stream())
                .anyMatch(a -> a.className().stringValue().contains("javac/Restricted;")))
        .map(method ->
            type.thisClass().asInternalName().replace('/', '.')
                + "::"
                + method.methodName().stringValue()
                + method.methodType().stringValue())
        .forEach(restricted::add);
  }
}
