// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// The compiler of the JDK that runs this code.
public final class ShapeCompiler {
  private ShapeCompiler() {}

  /// Compiles shapes against the class path of this JVM.
  ///
  /// @param folder the folder for the class files
  /// @throws IllegalStateException if a source has errors; the message is the first error
  public static void compile(List<Shape> shapes, Path folder) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(said, null, null)) {
      // The option --release would hide Unsafe.
      List<String> options =
          List.of(
              "-d",
              folder.toString(),
              "-cp",
              System.getProperty("java.class.path"),
              "-proc:none",
              "-nowarn",
              "-source",
              "25",
              "-target",
              "25");
      boolean isCompiled =
          compiler
              .getTask(
                  Writer.nullWriter(),
                  files,
                  said,
                  options,
                  null,
                  shapes.stream().map(Source::new).toList())
              .call();
      if (!isCompiled) {
        throw new IllegalStateException(
            said.getDiagnostics().stream()
                .filter(line -> line.getKind() == Diagnostic.Kind.ERROR)
                .findFirst()
                .map(Object::toString)
                .orElse("the compiler gave no reason"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String content;

    Source(Shape shape) {
      super(URI.create("memory:///" + shape.className() + ".java"), Kind.SOURCE);
      this.content = shape.source();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return content;
    }
  }
}
