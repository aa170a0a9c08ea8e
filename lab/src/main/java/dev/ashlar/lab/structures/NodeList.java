// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

/// A linked list. A node has the offset of the next node and a value, 16 bytes in total. The last
/// node has the offset 0, where no node is.
interface NodeList {
  /// {@return the sum of the values from a node on}
  long sum(long first);
}
