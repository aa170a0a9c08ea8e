// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

/// What the checksum of a block says about its rows.
enum BlockState {
  VERIFIED,
  UNVERIFIED,
  DAMAGED
}
