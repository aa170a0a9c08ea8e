// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What the page has, against the class file of `sun.misc.Unsafe`. Reflection hides `getUnsafe`.
final class AdviceTest {
  private static final Path PAGE = Path.of("../docs/unsafe.md");

  @Test
  void everyMethodHasAdvice() throws Exception {
    List<MethodModel> methods = publicMethods();
    assertThat(Runtime.version().feature() == 25 ? methods.size() : 87).isEqualTo(87);
    for (MethodModel method : methods) {
      String name = method.methodName().stringValue();
      Optional<Advice> advice = Advice.forMethod(name, method.methodType().stringValue());
      assertThat(advice).as(name + method.methodType()).isPresent();
      assertThat(advice.get().method()).startsWith(name + "(");
    }
  }

  @Test
  void methodsWithoutCodeThatCallsThemAreGone() throws Exception {
    TreeSet<String> gone = new TreeSet<>(AdvicePage.ADVICE.keySet());
    for (MethodModel method : publicMethods()) {
      String descriptor = method.methodType().stringValue();
      gone.remove(method.methodName() + descriptor.substring(0, descriptor.indexOf(')') + 1));
    }
    TreeSet<String> withoutCall = new TreeSet<>();
    AdvicePage.ADVICE.forEach((key, advice) -> {
      if (advice.replacements().stream().noneMatch(found -> found.before().exists())) {
        withoutCall.add(key);
      }
    });
    assertThat(withoutCall).isEqualTo(gone).isNotEmpty();
  }

  @Test
  void everyReplacementSaysAll() {
    for (Advice advice : Advice.all()) {
      assertThat(advice.replacements()).isNotEmpty();
      for (Replacement replacement : advice.replacements()) {
        assertThat(replacement.does()).as(advice.method()).isNotBlank().endsWith(".");
        assertThat(replacement.cost()).as(advice.method()).isNotBlank();
        assertThat(replacement.limits()).as(advice.method()).isNotBlank();
        for (Code code : List.of(replacement.before(), replacement.jdk(), replacement.ashlar())) {
          assertThat(code.line().isEmpty())
              .as(advice.method())
              .isNotEqualTo(code.absence().isEmpty());
        }
      }
    }
  }

  @Test
  void codeIsInTheTypeOfTheMethod() {
    Replacement field =
        Advice.forMethod("putLong", "(Ljava/lang/Object;JJ)V")
            .orElseThrow()
            .replacements()
            .getFirst();
    assertThat(field.task()).isEqualTo("Fields of objects");
    assertThat(field.before().line()).isEqualTo("U.putLong(point, X, other)");
    assertThat(field.jdk().declarations()).contains("long x;", "\"x\", long.class");
    assertThat(field.ashlar().absence()).contains("Table");
  }

  @Test
  void unknownMethodsHaveNone() {
    assertThat(Advice.forMethod("putInt", "(Ljava/lang/Object;II)V")).isEmpty();
  }

  @Test
  void thePageNamesWhatIsNotDeprecated() throws Exception {
    TreeSet<String> stay = new TreeSet<>();
    for (MethodModel method : publicMethods()) {
      if (method.findAttribute(Attributes.deprecated()).isEmpty()) {
        stay.add(method.methodName().stringValue());
      }
    }
    String line =
        Files.readAllLines(PAGE).stream()
            .filter(text -> text.startsWith("Not deprecated on JDK 25:"))
            .findFirst()
            .orElseThrow();
    assertThat(named(line, "`(\\w+)`")).isEqualTo(stay);
  }

  @Test
  void theFilesThatThePageNamesExist() throws Exception {
    assertThat(named(Files.readString(PAGE), "`(docs/[^`]+)`"))
        .isNotEmpty()
        .allSatisfy(file -> assertThat(Path.of("..", file)).exists());
  }

  private static Set<String> named(String text, String pattern) {
    TreeSet<String> names = new TreeSet<>();
    for (MatchResult found : Pattern.compile(pattern).matcher(text).results().toList()) {
      names.add(found.group(1));
    }
    return names;
  }

  private static List<MethodModel> publicMethods() throws Exception {
    try (InputStream bytes = Class.forName("sun.misc.Unsafe").getResourceAsStream("Unsafe.class")) {
      return ClassFile.of().parse(bytes.readAllBytes()).methods().stream()
          .filter(method -> method.flags().has(AccessFlag.PUBLIC))
          .toList();
    }
  }
}
