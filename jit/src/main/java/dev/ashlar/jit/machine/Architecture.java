// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

/// The instruction set of machine code.
public enum Architecture {
  X86_64,
  AARCH64,
  UNKNOWN
}
