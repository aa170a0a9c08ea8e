// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.StringJoiner;

/// Runs the classes that a file lists and prints, in a line for each, what it returned and what its
/// memory holds then.
final class AdviceExampleProgram {
  private AdviceExampleProgram() {}

  public static void main(String[] args) throws Exception {
    for (String name : Files.readAllLines(Path.of(args[0]))) {
      System.out.println(name + " " + outcome(Class.forName(name)));
    }
  }

  private static String outcome(Class<?> type) throws Exception {
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object example = constructor.newInstance();
    Method run = type.getDeclaredMethod("run");
    run.setAccessible(true);
    Object result;
    try {
      result = run.invoke(example);
    } catch (InvocationTargetException e) {
      return "throws " + e.getCause();
    }
    return (result instanceof Class ? "a class" : result) + " " + state(example);
  }

  private static String state(Object example) throws IllegalAccessException {
    StringJoiner state = new StringJoiner(" ");
    for (Field field : example.getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        Object value = field.get(example);
        if (value instanceof MemorySegment memory) {
          state.add(field.getName() + Arrays.toString(memory.toArray(ValueLayout.JAVA_BYTE)));
        } else if (value.getClass().isArray()) {
          state.add(field.getName() + elements(value));
        } else if (value.getClass().getEnclosingClass() == example.getClass()) {
          state.add(field.getName() + "." + fields(value));
        }
      }
    }
    return state.toString();
  }

  private static String elements(Object array) {
    StringJoiner elements = new StringJoiner(",", "[", "]");
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(String.valueOf(Array.get(array, i)));
    }
    return elements.toString();
  }

  private static String fields(Object object) throws IllegalAccessException {
    StringJoiner fields = new StringJoiner(",");
    for (Field field : object.getClass().getDeclaredFields()) {
      field.setAccessible(true);
      fields.add(field.getName() + "=" + field.get(object));
    }
    return fields.toString();
  }
}
