// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

/// The state of a block's rows according to its checksum.
enum BlockState {
  VERIFIED,
  UNVERIFIED,
  DAMAGED
}
