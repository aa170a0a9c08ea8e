// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

/// The use of memory after its allocation: it is written, or not. Benchmarks that leave memory
/// unwritten are misleading. No program allocates memory that it never uses, and the system may not
/// even provide memory that is never touched.
enum Writing {
  WRITTEN("written in fields of at most %d bytes".formatted(Message.FIELD)),
  UNWRITTEN("never touched: the trap");

  final String description;

  Writing(String description) {
    this.description = description;
  }
}
