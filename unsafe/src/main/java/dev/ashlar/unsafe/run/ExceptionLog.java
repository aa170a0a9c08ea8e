// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.jit.compilation.Method;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads HotSpot's log of exceptions (`-Xlog:exceptions=info`, printed in `exceptions.cpp`). It has
/// an entry for each frame that an exception leaves, and one for the handler:
///
/// ```
/// [0.045s][27460] Exception <a 'java/lang/UnsupportedOperationException'{0x69ecb0548}: getLong>
/// [             ]  thrown in interpreter method <{method} {0x7f5c} 'c' '(J)J' in 'a/B'>
/// [             ]  at bci 5 for thread 0x7f5c4c02aef0 (main)
/// [0.045s][27460] Found matching handler for exception of type "java.lang.Unsupported..." in method "main" at BCI: 6
/// ```
public final class ExceptionLog {
  private static final Pattern ENTRY = Pattern.compile("\\[[\\d.,]+s\\]\\[(\\d+)\\] (.*)");
  private static final Pattern MORE = Pattern.compile("\\[\\s+\\]\\s*(.*)");
  private static final Pattern EXCEPTION =
      Pattern.compile("Exception <a '([^']+)'\\{(0x[0-9a-f]+)\\}(?:: (.*))?>.*");
  private static final Pattern METHOD =
      Pattern.compile(
          "thrown in (?:interpreter|compiled) method <\\{method\\} \\{0x[0-9a-f]+\\} '([^']+)' '([^']+)'"
              + " in '([^']+)'>.*");
  private static final Pattern BCI =
      Pattern.compile("at bci (\\d+) for thread 0x[0-9a-f]+(?: \\((.*)\\))?.*");
  private static final Pattern HANDLER =
      Pattern.compile(
          "Found matching handler for exception of type \"([^\"]+)\".* at BCI: (\\d+).*");

  /// The largest part of a log that is read, in bytes. A program that throws in a loop writes 40 MB
  /// a second.
  public static final long MOST_BYTES = 1 << 26;

  private final ExceptionFlows flows = new ExceptionFlows();

  /// The entry that is being read: thread, exception and its address, and method.
  private String thread = "";

  private String type = "";
  private String address = "";
  private String message = "";
  private @Nullable Method method;

  private ExceptionLog() {}

  /// {@return the flag that makes a JVM of JDK 9 or later write to `file`} In the file name, `%p`
  /// stands for the process id. The flag sets no limit of size, because HotSpot would drop the
  /// beginning of the log.
  ///
  /// @throws IllegalArgumentException if HotSpot cannot use the name
  public static String jvmFlag(Path file) {
    if (file.toString().indexOf(':') >= 0 || file.toString().indexOf(',') >= 0) {
      throw new IllegalArgumentException(
          "HotSpot cannot log to a name with a colon or a comma: " + file);
    }
    return "-Xlog:exceptions=info:file=" + file + ":uptime,tid:filecount=0";
  }

  /// Reads the log of a JVM, up to [#MOST_BYTES].
  ///
  /// @throws IOException if it cannot be read
  public static DeniedCalls read(Path file) throws IOException {
    ExceptionLog log = new ExceptionLog();
    long left = MOST_BYTES;
    // Names and messages may have any bytes.
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8))) {
      for (String line = lines.readLine(); line != null && left > 0; line = lines.readLine()) {
        log.parse(line);
        left -= line.length() + 1;
      }
    }
    return log.flows.calls(left > 0 && Files.size(file) <= MOST_BYTES);
  }

  private void parse(String line) {
    if (line.startsWith("[ ")) {
      Matcher more = MORE.matcher(line);
      if (!type.isEmpty() && more.matches()) {
        Matcher in = METHOD.matcher(more.group(1));
        Matcher at = BCI.matcher(more.group(1));
        if (in.matches()) {
          method = new Method(in.group(3).replace('/', '.'), in.group(1), in.group(2), -1);
        } else if (at.matches() && method != null) {
          flows.left(
              new ExceptionFlows.Place(thread, at.group(2) == null ? "" : at.group(2)),
              new ExceptionFlows.Thrown(type, message, address),
              new DeniedCall.Frame(method, Integer.parseInt(at.group(1))));
        }
      }
      return;
    }
    Matcher entry = ENTRY.matcher(line);
    if (entry.matches()) {
      thread = entry.group(1);
      type = "";
      method = null;
      Matcher exception = EXCEPTION.matcher(entry.group(2));
      Matcher handler = HANDLER.matcher(entry.group(2));
      if (exception.matches()) {
        type = exception.group(1).replace('/', '.');
        address = exception.group(2);
        message = exception.group(3) == null ? "" : exception.group(3);
      } else if (handler.matches()) {
        flows.handled(thread, handler.group(1), Integer.parseInt(handler.group(2)));
      }
    }
  }
}
