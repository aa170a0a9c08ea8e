// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.asm;

import dev.ashlar.jit.Recording;
import dev.ashlar.jit.internal.log.MethodDescriptor;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Frame;
import dev.ashlar.jit.machine.LoopCode;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The CPU samples in a method's machine code. JFR samples bytecode positions, not instructions, so
/// the copies of a position share its samples. These samples count for the innermost loop that has
/// the position. If that loop is a copy of a main loop, they count for the main loop. Versions of a
/// method share their samples too.
///
/// @param count the samples in the method's code, including methods inlined in it
/// @param all the samples of the recording
/// @param loops the samples of each loop without its inner loops, the hottest first; every loop has
///   an entry
/// @param positions the samples by source position, innermost method first
/// @param callers the samples by the caller of the method, the most frequent first
public record CodeSamples(
    long count,
    long all,
    Map<LoopCode, Long> loops,
    Map<List<Frame>, Long> positions,
    Map<String, Long> callers) {

  private static final Set<LoopCode.Role> COPIES =
      EnumSet.of(LoopCode.Role.STRIP, LoopCode.Role.PRE, LoopCode.Role.POST);

  /// {@return the samples in the code of `reading`}
  ///
  /// @param recording a recording for which [Recording#isExact] is true
  public static CodeSamples of(CodeReading reading, Recording recording) {
    Map<List<String>, List<Frame>> known = new HashMap<>();
    Map<Long, List<Frame>> byAddress = new HashMap<>();
    reading
        .lines()
        .forEach(line -> {
          known.putIfAbsent(line.frames().stream().map(CodeSamples::key).toList(), line.frames());
          byAddress.put(line.instruction().address(), line.frames());
        });
    Map<List<Frame>, LoopCode> loopOf = new HashMap<>();
    Map<LoopCode, Long> loops = new LinkedHashMap<>();
    for (LoopCode loop : reading.loops()) {
      loops.put(loop, 0L);
      LoopCode source = COPIES.contains(loop.role()) ? mainOf(loop, reading) : loop;
      loop.addresses()
          .forEach(at -> loopOf.putIfAbsent(byAddress.getOrDefault(at, List.of()), source));
    }
    Map<List<Frame>, Long> positions = new HashMap<>();
    Map<String, Long> callers = new HashMap<>();
    long[] count = {0};
    recording
        .codeSamples(reading.code().method())
        .forEach((sample, times) -> {
          count[0] += times;
          sample.caller().ifPresent(caller -> callers.merge(words(caller), times, Long::sum));
          List<Frame> position =
              known.get(
                  sample.frames().stream().map(frame -> key(frame.method(), frame.bci())).toList());
          if (position != null) {
            positions.merge(position, times, Long::sum);
            LoopCode loop = loopOf.get(position);
            if (loop != null) {
              loops.merge(loop, times, Long::sum);
            }
          }
        });
    return new CodeSamples(
        count[0], recording.sampleCount(), sorted(loops), positions, sorted(callers));
  }

  private static LoopCode mainOf(LoopCode copy, CodeReading reading) {
    return reading.loops().stream()
        .filter(loop -> loop.role() == LoopCode.Role.MAIN && places(loop).equals(places(copy)))
        .findFirst()
        .orElse(copy);
  }

  private static List<String> places(LoopCode loop) {
    return loop.frames().stream()
        .map(frame -> frame.holder() + "::" + frame.name() + " " + frame.line())
        .toList();
  }

  private static <K> Map<K, Long> sorted(Map<K, Long> counts) {
    Map<K, Long> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  /// {@return a position of machine code and of a recording, whose methods have descriptors}
  private static String key(Frame frame) {
    return key(frame.holder() + "::" + frame.name(), frame.bci());
  }

  private static String key(String method, int bci) {
    return words(method) + "@" + bci;
  }

  private static String words(Recording.Frame frame) {
    return words(frame.method()) + " @ " + frame.bci();
  }

  private static String words(String method) {
    int descriptor = MethodDescriptor.start(method);
    return (descriptor < 0 ? method : method.substring(0, descriptor)).replace('/', '.');
  }
}
