// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

/// Where a stream lies.
enum Kind {
  HEAP,
  READ_ONLY,
  NATIVE,
  MAPPED
}
