// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The numbers that stand for the offsets of fields.
class FieldsTest {
  private static final int FIELDS = 20_000;

  record Point(int x) {}

  /// A class with as many fields as a program may ask for, and its loader of its own.
  private static Class<?> wide(String name) throws Exception {
    byte[] bytes =
        ClassFile.of()
            .build(
                ClassDesc.of(name),
                builder -> {
                  for (int i = 0; i < FIELDS; i++) {
                    builder.withField("f" + i, ConstantDescs.CD_byte, 0);
                  }
                });
    return UnsafeProgram.load(bytes, name, FieldsTest.class.getClassLoader());
  }

  @Test
  void unrelatedClassesShareNumbersWhenAllAreTaken() throws Exception {
    List<Class<?>> keep = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Class<?> type = wide("Wide" + i);
      keep.add(type);
      Set<Long> numbers = new HashSet<>();
      for (Field field : type.getDeclaredFields()) {
        long number = Fields.objectFieldOffset(field);
        assertThat(number % 16).isZero();
        assertThat(number).isBetween(16L, (1L << 20) - 1);
        numbers.add(number);
      }
      assertThat(numbers).hasSize(FIELDS);
    }
    for (Class<?> type : keep) {
      Field field = type.getDeclaredField("f7");
      assertThat(Fields.objectFieldOffset(field)).isEqualTo(Fields.objectFieldOffset(field));
    }
    // A class and its superclass never do.
    Set<Long> both = new HashSet<>();
    for (Class<?> type : List.of(Fixture.class, FixtureBase.class)) {
      for (Field field : type.getDeclaredFields()) {
        if (!java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
          assertThat(both.add(Fields.objectFieldOffset(field))).isTrue();
        }
      }
    }
    Fixture fixture = new Fixture();
    for (Field field : Fixture.class.getDeclaredFields()) {
      if (!java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
        FieldShape found = Fields.find(fixture, Fields.objectFieldOffset(field));
        assertThat(found).hasToString(Fixture.class.getName() + "." + field.getName());
      }
    }
  }

  @Test
  void whatUnsafeRefusesIsRefused() throws Exception {
    Field component = Point.class.getDeclaredField("x");
    assertThatThrownBy(() -> Fields.objectFieldOffset(component))
        .isInstanceOf(UnsupportedOperationException.class);
    Field constant = FieldsTest.class.getDeclaredField("FIELDS");
    assertThatThrownBy(() -> Fields.objectFieldOffset(constant))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Fields.staticFieldBase(constant)).isSameAs(FieldsTest.class);
  }
}
