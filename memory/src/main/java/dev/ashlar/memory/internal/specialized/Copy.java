// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import java.lang.constant.ClassDesc;
import java.util.Map;

/// A copy of a class.
///
/// @param fields the types of the final fields that decide, in the order of the kinds
record Copy(Class<?> type, Kinds kinds, Map<String, ClassDesc> fields) {
  ClassDesc name() {
    return ClassDesc.ofDescriptor(type.descriptorString());
  }
}
