// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.reflect.AccessFlag;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// HotSpot inlines no method of more than 325 bytecodes, and a rare one of no more than 35. The
/// accessors have to stay far below the first; what they call has to stay below the second or be
/// called always.
final class BytesShapeTest {
  @Test
  void accessorsAreSmallEnoughToInline() throws Exception {
    Map<String, Integer> sizes = new TreeMap<>();
    for (Class<?> type : new Class<?>[] {Bytes.class, AtomicBytes.class, BigEndianBytes.class}) {
      try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
        ClassModel model = ClassFile.of().parse(in.readAllBytes());
        model.methods().stream()
            .filter(method -> method.flags().has(AccessFlag.PUBLIC))
            .forEach(method ->
                method
                    .findAttribute(java.lang.classfile.Attributes.code())
                    .map(CodeAttribute::codeLength)
                    .ifPresent(
                        size -> sizes.put(type.getSimpleName() + "." + method.methodName(), size)));
      }
    }
    assertThat(sizes).hasSizeGreaterThan(60);
    assertThat(sizes.values()).allMatch(size -> size <= 140);
  }
}
