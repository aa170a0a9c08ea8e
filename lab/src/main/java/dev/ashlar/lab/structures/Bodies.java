// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

/// An array of structs of 40 bytes:
///
/// ```
/// 0  double position    8  double velocity    16  double mass    24  long id
/// 32 int    flags       36 int    steps
/// ```
interface Bodies {
  int COUNT = 1024;
  int STRIDE = 40;
  int BYTE_SIZE = COUNT * STRIDE;

  /// Moves every struct, in order.
  void step();

  /// Reads four fields of each struct named.
  long sum(int[] numbers);
}
