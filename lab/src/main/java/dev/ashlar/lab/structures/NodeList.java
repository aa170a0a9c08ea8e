// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

/// A linked list of nodes: the offset of the next node, and a value, 16 bytes. The last one's next
/// is 0, where no node lies.
interface NodeList {
  /// {@return the sum of the values from a node on}
  long sum(long first);
}
