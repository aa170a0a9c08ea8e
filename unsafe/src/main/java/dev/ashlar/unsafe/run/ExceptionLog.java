// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.jit.Method;
import dev.ashlar.unsafe.JdkMethods;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
      Pattern.compile("Exception <a '([^']+)'\\{0x[0-9a-f]+\\}(?:: (.*))?>.*");
  private static final Pattern METHOD =
      Pattern.compile(
          "thrown in (?:interpreter|compiled) method <\\{method\\} \\{0x[0-9a-f]+\\} '([^']+)' '([^']+)'"
              + " in '([^']+)'>.*");
  private static final Pattern BCI = Pattern.compile("at bci (\\d+) .*");
  private static final Pattern HANDLER =
      Pattern.compile(
          "Found matching handler for exception of type \"([^\"]+)\".* at BCI: (\\d+).*");
  private static final String DENIED = "java/lang/UnsupportedOperationException";
  private static final String INITIALIZER = "java/lang/ExceptionInInitializerError";

  /// What reflection throws in place of the exception.
  private static final String REFLECTED = "java/lang/reflect/InvocationTargetException";

  /// What is read of a log. A program that throws in a loop writes 40 MB a second.
  public static final long MOST_BYTES = 1 << 26;

  /// The method that throws.
  private static final String THROWER = "beforeMemoryAccessSlow";

  private final Map<String, Chain> chains = new HashMap<>();
  private final Map<Key, DeniedCall> calls = new LinkedHashMap<>();

  /// The entry that is being read: thread, type and message of the exception, and method.
  private String thread = "";

  private String type = "";
  private String message = "";
  private @Nullable Method method;

  /// Calls that differ in nothing else are counted as one.
  private record Key(
      String target,
      DeniedCall.Frame caller,
      Optional<DeniedCall.Frame> handler,
      Optional<String> failedClass) {}

  /// An exception on its way through the frames of a thread.
  private static final class Chain {
    final String target;
    final List<DeniedCall.Frame> left = new ArrayList<>();
    String type = DENIED;
    @Nullable String failedClass;
    DeniedCall.@Nullable Frame handler;

    Chain(String target) {
      this.target = target;
    }
  }

  private ExceptionLog() {}

  /// {@return the flag that makes a JVM of JDK 9 or later write to `file`, whose name has `%p` for
  /// the process id} The size is not limited; HotSpot could only drop the beginning.
  ///
  /// @throws IllegalArgumentException if HotSpot cannot use the name
  public static String jvmFlag(Path file) {
    if (file.toString().indexOf(':') >= 0 || file.toString().indexOf(',') >= 0) {
      throw new IllegalArgumentException(
          "HotSpot cannot log to a name with a colon or a comma: " + file);
    }
    return "-Xlog:exceptions=info:file=" + file + ":uptime,tid:filecount=0";
  }

  /// Reads the log of a JVM, as far as [#MOST_BYTES].
  ///
  /// @throws IOException if it cannot be read
  public static DeniedCalls read(Path file) throws IOException {
    ExceptionLog log = new ExceptionLog();
    long left = MOST_BYTES;
    // Names and messages may have any bytes.
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8))) {
      for (String line = lines.readLine(); line != null && left > 0; line = lines.readLine()) {
        log.line(line);
        left -= line.length() + 1;
      }
    }
    log.chains.values().forEach(log::end);
    return new DeniedCalls(
        log.calls.values().stream()
            .sorted(Comparator.comparing(DeniedCall::outcome).reversed())
            .toList(),
        left > 0);
  }

  private void line(String line) {
    // Most lines are about other exceptions.
    if (!chains.isEmpty() || type.equals(DENIED) || line.indexOf(DENIED) >= 0) {
      parse(line);
    }
  }

  private void parse(String line) {
    Matcher entry = ENTRY.matcher(line);
    if (entry.matches()) {
      thread = entry.group(1);
      type = "";
      method = null;
      String text = entry.group(2);
      Matcher exception = EXCEPTION.matcher(text);
      Matcher handler = HANDLER.matcher(text);
      if (exception.matches()) {
        type = exception.group(1);
        message = exception.group(2) == null ? "" : exception.group(2);
      } else if (handler.matches()) {
        handled(handler.group(1).replace('.', '/'), Integer.parseInt(handler.group(2)));
      }
      return;
    }
    Matcher more = MORE.matcher(line);
    if (more.matches() && !type.isEmpty()) {
      Matcher in = METHOD.matcher(more.group(1));
      Matcher at = BCI.matcher(more.group(1));
      if (in.matches()) {
        method = new Method(in.group(3).replace('/', '.'), in.group(1), in.group(2), -1);
      } else if (at.matches() && method != null) {
        left(new DeniedCall.Frame(method, Integer.parseInt(at.group(1))));
      }
    }
  }

  private void left(DeniedCall.Frame frame) {
    Chain chain = chains.get(thread);
    if (type.equals(DENIED)
        && frame.method().holder().equals(JdkMethods.UNSAFE)
        && frame.method().name().equals(THROWER)) {
      end(chain);
      chains.put(thread, new Chain(message));
    } else if (chain != null && type.equals(chain.type)) {
      // After a handler, a `finally` throws the exception again in the same method.
      boolean rethrown = chain.handler == null || chain.handler.method().equals(frame.method());
      if (rethrown) {
        chain.handler = null;
        add(chain, frame);
      } else {
        end(chain);
        chains.remove(thread);
      }
    } else if (chain != null && type.equals(INITIALIZER) && chain.failedClass != null) {
      chain.type = INITIALIZER;
      add(chain, frame);
    } else if (chain != null
        && type.equals(REFLECTED)
        && chain.handler != null
        && chain.handler.isReflection()) {
      chain.type = REFLECTED;
      chain.handler = null;
      add(chain, frame);
    }
  }

  private static void add(Chain chain, DeniedCall.Frame frame) {
    if (frame.method().holder().equals(JdkMethods.UNSAFE)) {
      return;
    }
    if (frame.method().name().equals("<clinit>") && chain.failedClass == null) {
      chain.failedClass = frame.method().holder();
    }
    if (chain.left.isEmpty() || !chain.left.getLast().method().equals(frame.method())) {
      chain.left.add(frame);
    }
  }

  /// The entry does not name the class of the handler: it is in the method that the exception
  /// reached last.
  private void handled(String caught, int bci) {
    Chain chain = chains.get(thread);
    if (chain != null && caught.equals(chain.type) && !chain.left.isEmpty()) {
      chain.handler = new DeniedCall.Frame(chain.left.getLast().method(), bci);
      // A static initializer that catches it goes on.
      if (!chain.type.equals(INITIALIZER)
          && chain.failedClass != null
          && chain.handler.method().name().equals("<clinit>")) {
        chain.failedClass = null;
      }
    }
  }

  private void end(@Nullable Chain chain) {
    if (chain != null && !chain.left.isEmpty()) {
      DeniedCall call =
          new DeniedCall(
              chain.target,
              chain.left,
              Optional.ofNullable(chain.handler),
              Optional.ofNullable(chain.failedClass),
              1);
      calls.merge(
          new Key(call.target(), call.caller(), call.handler(), call.failedClass()),
          call,
          (first, next) -> first.withCount(first.count() + 1));
    }
  }
}
