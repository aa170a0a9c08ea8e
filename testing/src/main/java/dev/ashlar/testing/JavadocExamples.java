// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The examples in the comments of a package's public types.
///
/// An example is paragraphs of statements, and of declarations of members such as records. Those of
/// the package's example are there for all others.
public final class JavadocExamples {
  private static final Pattern TYPE =
      Pattern.compile(
          "public (?:(?:static|final|abstract|sealed|non-sealed) )*"
              + "(?:class|@?interface|record|enum) (\\w+).*");
  private static final Pattern MEMBER =
      Pattern.compile(
          "\\s*(?:@\\w+\\s+)?(?:static|record|interface|sealed|enum) .*", Pattern.DOTALL);
  private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final String PACKAGE = "package_";

  private JavadocExamples() {}

  /// Compiles the examples and runs each.
  ///
  /// @param folder where to compile
  /// @param type one of the package, whose other types are found in `src/main/java` and
  ///   `src/main/templates`
  /// @param imports the packages whose types the examples may use, besides its own, and types whose
  ///   name is in several of these
  /// @param classPath where these are
  /// @return the public types without an example
  /// @throws AssertionError if an example does not compile
  public static List<String> run(Path folder, Class<?> type, List<String> imports, String classPath)
      throws Exception {
    Map<String, List<String>> examples = of(type);
    StringBuilder program = new StringBuilder("import %s.*;\n".formatted(type.getPackageName()));
    for (String name : imports) {
      boolean isType = Character.isUpperCase(name.charAt(name.lastIndexOf('.') + 1));
      program.append("import %s%s;\n".formatted(name, isType ? "" : ".*"));
    }
    program.append("public final class Examples {\n");
    List<String> types = new ArrayList<>();
    examples.forEach((name, bodies) -> {
      for (String body : bodies) {
        String members = paragraphs(body, true);
        String example = name + "_" + types.size();
        types.add(example);
        boolean shared = name.equals(PACKAGE);
        program.append(shared ? members : "");
        program.append("public static final class %s {\n".formatted(example));
        program.append(shared ? "" : members);
        program.append("public static void run() throws Throwable {\n");
        program.append(paragraphs(body, false)).append("}\n}\n");
      }
    });
    Path source = Files.writeString(folder.resolve("Examples.java"), program.append("}\n"));
    List<String> options = List.of("--class-path", classPath, "-Xlint:-try,-restricted");
    try (var loader = Javac.loader(Javac.compile(folder, options, source))) {
      for (String example : types) {
        loader.loadClass("Examples$" + example).getMethod("run").invoke(null);
      }
    }
    return examples.entrySet().stream()
        .filter(entry -> entry.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  private static String paragraphs(String example, boolean members) {
    return Arrays.stream(example.split("\n\\s*\n", -1))
        .filter(paragraph -> MEMBER.matcher(paragraph).matches() == members)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /// {@return the examples of each public type, and of the package as [#PACKAGE]}
  private static Map<String, List<String>> of(Class<?> type) throws IOException {
    TreeSet<Path> sources = new TreeSet<>(Comparator.comparing(Path::getFileName));
    for (String root : List.of("src/main/java", "src/main/templates")) {
      Path folder = Path.of(root, type.getPackageName().split("\\.", -1));
      if (Files.exists(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
      }
    }
    Map<String, List<String>> examples = new LinkedHashMap<>();
    for (Path source : sources) {
      StringBuilder comment = new StringBuilder();
      for (String line : Files.readAllLines(source)) {
        String text = line.strip();
        Matcher declared = TYPE.matcher(text);
        if (text.startsWith("///")) {
          comment.append(text.substring(3)).append('\n');
        } else if (declared.matches()) {
          examples.put(declared.group(1), examplesIn(comment));
        } else if (text.startsWith("package ") && source.endsWith("package-info.java")) {
          examples.put(PACKAGE, examplesIn(comment));
        }
        if (!text.startsWith("///") && !text.startsWith("@")) {
          comment.setLength(0);
        }
      }
    }
    return examples;
  }

  private static List<String> examplesIn(CharSequence comment) {
    return EXAMPLE.matcher(comment).results().map(found -> found.group(1)).toList();
  }
}
