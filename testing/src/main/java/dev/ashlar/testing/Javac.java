// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// The compiler of the JDK that runs the tests.
public final class Javac {
  private Javac() {}

  /// {@return the folder of the classes, made below `folder`}
  ///
  /// @throws AssertionError with what the compiler said, were it but a warning
  public static Path compile(Path folder, List<String> options, Path... sources)
      throws IOException {
    Path output = Files.createDirectories(folder.resolve("classes"));
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-d", output.toString(), "-encoding", "UTF-8", "-Xlint:all"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(said, files, null, arguments, null, files.getJavaFileObjects(sources))
              .call();
      if (!compiled || !said.toString().isEmpty()) {
        throw new AssertionError("compiling %s: %s".formatted(List.of(sources), said));
      }
    }
    return output;
  }

  /// {@return the path of the jars or folders that `types` come from}
  public static String pathOf(Class<?>... types) throws URISyntaxException {
    List<String> places = new ArrayList<>();
    for (Class<?> type : types) {
      URL place = type.getProtectionDomain().getCodeSource().getLocation();
      places.add(Path.of(place.toURI()).toString());
    }
    return String.join(File.pathSeparator, places);
  }

  public static URLClassLoader loader(Path classes) throws MalformedURLException {
    return new URLClassLoader(new URL[] {classes.toUri().toURL()}, Javac.class.getClassLoader());
  }
}
