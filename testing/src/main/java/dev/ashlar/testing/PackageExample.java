// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The program in the comment of a package.
public final class PackageExample {
  private static final Pattern EXAMPLE =
      Pattern.compile("/// ```java\n(.*?)/// ```", Pattern.DOTALL);

  private PackageExample() {}

  /// {@return the lines of the first program in the comment of the package of `type`}
  public static String of(Class<?> type) throws IOException {
    Path packages = Path.of("src/main/java", type.getPackageName().split("\\.", -1));
    String info = Files.readString(packages.resolve("package-info.java"));
    Matcher example = EXAMPLE.matcher(info.replace("\r\n", "\n"));
    if (!example.find()) {
      throw new AssertionError("no program in " + packages);
    }
    return example.group(1).replace("///", "");
  }
}
