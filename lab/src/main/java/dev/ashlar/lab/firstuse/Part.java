// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.firstuse;

import dev.ashlar.lab.experiment.FreshJvms;
import dev.ashlar.lab.experiment.JvmFlags;
import java.util.List;

/// The parts whose first use is timed.
enum Part {
  NOTHING("harness", "a JVM that uses nothing"),
  CONFINED_ARENA("jdk-confined", "Arena.ofConfined and a segment of it"),
  BYTES_HEAP("ashlar-bytes-heap", "Bytes of an array"),
  BYTES_NATIVE("ashlar-bytes-native", "Bytes of native memory, with its profile warm-up"),
  STACK("ashlar-stack", "a frame of NativeStack"),
  POOL("ashlar-pool", "a lease of NativePool"),
  TABLE("ashlar-table", "a table by columns on the heap, its class generated");

  private static final String TITLE = "first use";

  final String contender;
  final String description;

  Part(String contender, String description) {
    this.contender = contender;
    this.description = description;
  }

  /// {@return the observation of the first use of this part, in `jvms` JVMs one after another}
  FreshJvms in(int jvms) {
    return new FreshJvms(
        TITLE,
        List.of(JvmFlags.NATIVE_ACCESS),
        List.of(FirstUseProgram.class.getName(), name()),
        jvms);
  }
}
