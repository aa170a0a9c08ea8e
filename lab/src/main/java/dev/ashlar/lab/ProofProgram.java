// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.experiment.Workload;

/// Verifies the results of contenders of a case, in a JVM that times nothing.
///
/// It prints a line for each contender: its name, a tab, and [#PROVED] or the error.
final class ProofProgram {
  static final String PROVED = "proved";

  private ProofProgram() {}

  /// @param args experiment, case and contenders
  static void main(String[] args) {
    for (int i = 2; i < args.length; i++) {
      System.out.println(args[i] + "\t" + outcome(args[0], args[1], args[i]));
      System.out.flush();
    }
  }

  private static String outcome(String experiment, String theCase, String contender) {
    try {
      Workload workload = LabBenchmark.workload(experiment, theCase, contender);
      workload.prepare();
      workload.verify();
      return PROVED;
    } catch (RuntimeException | Error e) {
      return LabBenchmark.reason(e).lines().findFirst().orElse("");
    }
  }
}
