// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A copy of a class.
///
/// @param instance the object that serves all calls; null if objects have state
/// @param segmentFields the names of the final fields with segments, in the order of the kinds
record Copy(Class<?> type, Kinds kinds, @Nullable Object instance, List<String> segmentFields) {
  ClassDesc name() {
    return ClassDesc.ofDescriptor(type.descriptorString());
  }

  Object object() {
    return Objects.requireNonNull(instance);
  }
}
