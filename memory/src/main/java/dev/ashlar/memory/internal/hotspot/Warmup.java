// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.hotspot;

/// The switch for code that runs methods in advance, so that HotSpot has their profiles before it
/// compiles a program's loops. `-Ddev.ashlar.profileWarmup=false` is for programs that start from
/// an AOT cache with method profiles (JEP 515), or that end before anything is compiled.
public final class Warmup {
  private static final boolean OFF =
      "false".equalsIgnoreCase(System.getProperty("dev.ashlar.profileWarmup"));

  private Warmup() {}

  /// Whether nothing is to be run in advance.
  public static boolean isOff() {
    return OFF;
  }
}
