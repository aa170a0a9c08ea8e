// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The rate of a program that does not end, from the lines that it prints.
///
/// @param line the pattern of a line; its group 1 is the rate. Without a group, matching lines are
///   counted
/// @param warmUp the time before the sample
/// @param window the duration of the sample
record RateLine(Pattern line, Duration warmUp, Duration window) {
  private static final Duration GRACE = Duration.ofSeconds(20);

  /// Samples a program that has just been started, and then kills it.
  ///
  /// @param output the file that the program prints to
  /// @return the mean of the rates, or the number of matching lines per second
  /// @throws IOException if the program ended by itself, or printed no such line
  double measure(Process program, Path output) throws IOException {
    try {
      await(program, warmUp, output);
      long from = Files.size(output);
      long start = System.nanoTime();
      await(program, window, output);
      double seconds = (System.nanoTime() - start) / 1e9;
      return rate(linesFrom(output, from, Files.size(output)), seconds, output);
    } finally {
      end(program);
    }
  }

  private static void await(Process program, Duration time, Path output) throws IOException {
    try {
      if (program.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "the command ended with %d before its rate was sampled: see %s; a command that ends needs no --rate"
                .formatted(program.exitValue(), output));
      }
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }

  /// Signals all processes of a command, since a script may not pass the signal on.
  private static void end(Process program) throws IOException {
    Stream.concat(program.descendants().toList().stream(), Stream.of(program.toHandle()))
        .forEach(ProcessHandle::destroy);
    try {
      if (!program.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        program.descendants().forEach(ProcessHandle::destroyForcibly);
        program.destroyForcibly();
      }
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }

  /// {@return the lines that begin in a part of a file and end in it}
  private static String linesFrom(Path file, long from, long to) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long start = Math.max(0, from - 1);
      byte[] bytes = new byte[(int) Math.min(Integer.MAX_VALUE - 8, to - start)];
      in.seek(start);
      in.readFully(bytes);
      String text = new String(bytes, StandardCharsets.UTF_8);
      return from == 0 ? text : text.substring(text.indexOf('\n') + 1);
    }
  }

  private double rate(String lines, double seconds, Path output) throws IOException {
    double sum = 0;
    int count = 0;
    for (String each : lines.substring(0, lines.lastIndexOf('\n') + 1).lines().toList()) {
      Matcher matcher = line.matcher(each);
      if (matcher.find()) {
        count++;
        sum += matcher.groupCount() == 0 ? 0 : number(matcher.group(1), each);
      }
    }
    if (count == 0) {
      throw new IOException(
          "no line that the command printed in %.0f s matches '%s': see %s, and --sample for a longer time"
              .formatted(seconds, line, output));
    }
    double rate = line.matcher("").groupCount() == 0 ? count / seconds : sum / count;
    if (!(rate > 0)) {
      throw new IOException("the rate is %s: it must be above 0, see %s".formatted(rate, output));
    }
    return rate;
  }

  private static double number(String text, String inLine) throws IOException {
    try {
      return Double.parseDouble(text.replace(",", "").replace("_", ""));
    } catch (NumberFormatException | NullPointerException e) {
      throw new IOException("group 1 of --rate is no number in the line '" + inLine + "'", e);
    }
  }
}
