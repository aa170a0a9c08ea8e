// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import java.lang.constant.ClassDesc;
import java.util.List;

/// A copy of a class.
///
/// @param segmentFields the names of the final fields with segments, in the order of the kinds
record Copy(Class<?> type, Kinds kinds, List<String> segmentFields) {
  ClassDesc name() {
    return ClassDesc.ofDescriptor(type.descriptorString());
  }
}
