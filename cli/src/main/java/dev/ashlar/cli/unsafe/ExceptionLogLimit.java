// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import dev.ashlar.unsafe.run.ExceptionLog;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Ends the exception log of a JVM when it is longer than the part that is read. HotSpot itself can
/// only drop the beginning, which has the failures of static initializers.
final class ExceptionLogLimit implements AutoCloseable {
  static final Pattern LOG = Pattern.compile("exceptions-(\\d{1,18})\\.log");
  private static final Duration PERIOD = Duration.ofMillis(100);

  private final Path folder;
  private final Set<String> ended = new HashSet<>();
  private final Thread thread = Thread.ofPlatform().daemon().name("log limit").unstarted(this::run);

  private ExceptionLogLimit(Path folder) {
    this.folder = folder;
  }

  static String name(String pid) {
    return "exceptions-" + pid + ".log";
  }

  static ExceptionLogLimit watch(Path folder) {
    ExceptionLogLimit limit = new ExceptionLogLimit(folder);
    limit.thread.start();
    return limit;
  }

  private void run() {
    try {
      while (true) {
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, name("*"))) {
          for (Path log : logs) {
            Matcher name = LOG.matcher(log.getFileName().toString());
            if (name.matches()
                && Files.size(log) > ExceptionLog.MOST_BYTES
                && ended.add(name.group(1))) {
              end(name.group(1));
            }
          }
        }
        Thread.sleep(PERIOD);
      }
    } catch (IOException | InterruptedException e) {
      // Without a limit, the log is only longer than what is read of it.
    }
  }

  private static void end(String pid) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    new ProcessBuilder(jcmd, pid, "VM.log", "disable")
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
