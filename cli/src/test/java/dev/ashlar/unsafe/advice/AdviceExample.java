// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Code of the page, as a class that can be compiled and run.
///
/// @param name its package
record AdviceExample(String name, String column, Code code, TypeName type, boolean isWhole) {
  private static final Map<String, String> VALUES =
      Map.of("Boolean", "true, other = false", "Object", "\"one\", other = \"two\"");

  String className() {
    return name + ".Example";
  }

  Path write(Path folder) throws Exception {
    Path file = folder.resolve(name.replace('.', '/')).resolve("Example.java");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, source());
  }

  private String source() {
    String instance =
        """
        static final Unsafe U;
        static {
          try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            U = (Unsafe) field.get(null);
          } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
          }
        }
        """;
    // For an expression javac prefers the function that returns a value.
    String run = isWhole ? "example()" : "call(() -> %s)".formatted(code.line());
    return """
    package %s;
    import dev.ashlar.memory.*;
    import dev.ashlar.text.Utf8;
    import java.io.IOException;
    import java.lang.classfile.ClassFile;
    import java.lang.constant.ClassDesc;
    import java.lang.foreign.*;
    import java.lang.invoke.*;
    import java.lang.management.ManagementFactory;
    import java.lang.reflect.Field;
    import java.nio.*;
    import java.nio.charset.StandardCharsets;
    import java.util.Arrays;
    import java.util.concurrent.locks.*;
    import sun.misc.Unsafe;
    import sun.reflect.ReflectionFactory;
    @SuppressWarnings({"removal", "unused"})
    final class Example {
      interface Supplier { Object get() throws Throwable; }
      interface Action { void run() throws Throwable; }
      static Object call(Supplier code) throws Throwable { return code.get(); }
      static Object call(Action code) throws Throwable { code.run(); return "nothing"; }
      %s
      final %s value = %s;
      %s
      Object run() throws Throwable { return %s; }
    }
    """
        .formatted(
            name,
            column.equals(AdviceSection.BEFORE) ? instance : "",
            type.keyword(),
            VALUES.getOrDefault(type.capitalized(), "42, other = 7"),
            code.declarations(),
            run);
  }

  /// {@return the methods of Unsafe that the compiled class calls, as [Signature#key] has them}
  Set<String> calls(Path classes) throws Exception {
    Set<String> calls = new HashSet<>();
    Path file = classes.resolve(className().replace('.', '/') + ".class");
    for (var method : ClassFile.of().parse(file).methods()) {
      for (CodeElement element : method.code().orElseThrow()) {
        if (element instanceof InvokeInstruction call
            && call.owner().asInternalName().equals("sun/misc/Unsafe")) {
          String descriptor = call.type().stringValue();
          calls.add(call.name() + descriptor.substring(0, descriptor.indexOf(')') + 1));
        }
      }
    }
    return calls;
  }

  void isPartOfItsBlock() {
    assertThat(code.declarations()).as("%s: %s", name, code.line()).contains(code.line());
  }
}
