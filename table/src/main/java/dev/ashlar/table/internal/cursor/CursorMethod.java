// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.cursor;

import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A method of a user's cursor, and the access that its name stands for. This class implements the
/// convention that `Cursor` describes.
public record CursorMethod(Method method, CursorTarget target, AccessMode mode) {
  private static final List<String> SUFFIXES =
      List.of("Volatile", "Acquire", "Release", "Opaque", "Plain");

  /// The parameters and the result of a mode; `V` stands for the field's type.
  public enum Shape {
    /// `V get()`
    GET,
    /// `void set(V)`
    SET,
    /// `V getAndSet(V)`
    GET_AND_UPDATE,
    /// `boolean compareAndSet(V, V)`
    COMPARE_AND_SET,
    /// `V compareAndExchange(V, V)`
    COMPARE_AND_EXCHANGE;

    public static Shape of(AccessMode mode) {
      String name = mode.methodName();
      if (name.startsWith("getAnd")) {
        return GET_AND_UPDATE;
      }
      if (name.startsWith("compareAndExchange")) {
        return COMPARE_AND_EXCHANGE;
      }
      if (name.startsWith("get")) {
        return GET;
      }
      return name.startsWith("set") ? SET : COMPARE_AND_SET;
    }

    private List<Type> parameters(Type value) {
      return switch (this) {
        case GET -> List.of();
        case SET, GET_AND_UPDATE -> List.of(value);
        case COMPARE_AND_SET, COMPARE_AND_EXCHANGE -> List.of(value, value);
      };
    }
  }

  public Shape shape() {
    return Shape.of(mode);
  }

  /// The fields that it may write.
  public List<Field> written() {
    return shape() == Shape.GET ? List.of() : target.fields();
  }

  /// Whether it returns a value of the field.
  public boolean returnsValue() {
    return shape() != Shape.SET && shape() != Shape.COMPARE_AND_SET;
  }

  public boolean isPlain() {
    return mode == AccessMode.GET || mode == AccessMode.SET;
  }

  /// Returns the accesses that a user's cursor declares.
  ///
  /// @throws IllegalArgumentException naming the first method that follows no convention
  public static List<CursorMethod> of(Schema schema, CursorInterface cursor) {
    List<CursorMethod> found = new ArrayList<>();
    List<CursorTarget> targets = CursorTarget.of(schema);
    for (Method method : cursor.accessors()) {
      List<CursorMethod> meant = new ArrayList<>();
      for (CursorTarget target : targets) {
        for (AccessMode mode : AccessMode.values()) {
          CursorMethod candidate = new CursorMethod(method, target, mode);
          if (candidate.isNamed() && candidate.fits(cursor.type())) {
            meant.add(candidate);
          }
        }
      }
      if (meant.size() != 1) {
        throw new IllegalArgumentException(
            "%s: %s; see %s"
                .formatted(
                    method,
                    meant.isEmpty() ? mistake(schema, method, cursor.type()) : several(meant),
                    cursor.base().getName()));
      }
      meant.getFirst().requireOnePrimitive();
      meant.getFirst().requireNoCode(schema);
      found.addAll(meant);
    }
    return found;
  }

  private void requireOnePrimitive() {
    if (target instanceof CursorTarget.OfText && mode == AccessMode.SET) {
      throw new IllegalArgumentException(
          "%s: a %s is only read; declare a method that takes a String"
              .formatted(method, target.simpleTypeName()));
    }
    if (!isPlain() && !(target instanceof CursorTarget.OfField)) {
      throw new IllegalArgumentException(
          "%s: %s.%s is not one primitive in memory, and only those have atomic methods"
              .formatted(method, target.record().getName(), target.name()));
    }
  }

  private void requireNoCode(Schema schema) {
    if (target instanceof CursorTarget.OfField(Field field)
        && shape() != Shape.GET
        && schema.fields().get(field.index()).isCode()) {
      throw new IllegalArgumentException(
          "%s: a code is only read; declare a method that takes a String".formatted(method));
    }
  }

  private static String several(List<CursorMethod> meant) {
    return meant.stream()
        .map(each -> each.target.record().getName() + "." + each.target.name())
        .distinct()
        .collect(Collectors.joining(" and ", "could be for ", ": name it by the long form"));
  }

  /// Returns the message for a method that follows no convention.
  private static String mistake(Schema schema, Method method, Class<?> cursor) {
    CursorMethod nearest = null;
    for (CursorTarget target : CursorTarget.of(schema)) {
      for (AccessMode mode : AccessMode.values()) {
        CursorMethod candidate = new CursorMethod(method, target, mode);
        if (candidate.isNamed() && (nearest == null || candidate.fitsInNumber())) {
          nearest = candidate;
        }
      }
    }
    return nearest == null
        ? "%s has no such component, and no access to one is named so; it has %s"
            .formatted(schema.type().getName(), schema.names())
        : "%s.%s is %s, so declare %s"
            .formatted(
                schema.type().getName(),
                nearest.target.name(),
                nearest.target.type().getTypeName(),
                nearest.declaration(cursor));
  }

  private boolean fitsInNumber() {
    return method.getParameterCount() == shape().parameters(target.type()).size();
  }

  /// How the method is declared where it follows the convention.
  private String declaration(Class<?> cursor) {
    String type = target.simpleTypeName();
    String returned =
        switch (shape()) {
          case GET, GET_AND_UPDATE, COMPARE_AND_EXCHANGE -> type;
          case COMPARE_AND_SET -> "boolean";
          case SET -> "void";
        };
    String parameters =
        switch (shape()) {
          case GET -> "";
          case SET, GET_AND_UPDATE -> type + " value";
          case COMPARE_AND_SET, COMPARE_AND_EXCHANGE -> type + " expected, " + type + " value";
        };
    String declared = "%s %s(%s)".formatted(returned, method.getName(), parameters);
    return shape() == Shape.SET
        ? declared + ", or have it return " + cursor.getSimpleName()
        : declared;
  }

  private boolean isNamed() {
    String name = method.getName();
    return name.equals(conventionalName()) || (isPlain() && name.equals(target.accessor()));
  }

  private String conventionalName() {
    String verb = mode.methodName();
    String suffix = "";
    for (String each : SUFFIXES) {
      suffix = verb.endsWith(each) ? each : suffix;
    }
    String accessor = target.accessor();
    return verb.substring(0, verb.length() - suffix.length())
        + accessor.substring(0, 1).toUpperCase(Locale.ROOT)
        + accessor.substring(1)
        + suffix;
  }

  private boolean fits(Class<?> cursor) {
    Class<?> returned = method.getReturnType();
    boolean returns =
        switch (shape()) {
          case GET, GET_AND_UPDATE, COMPARE_AND_EXCHANGE ->
              target.type().equals(method.getGenericReturnType());
          case COMPARE_AND_SET -> returned == boolean.class;
          case SET -> returned == void.class || returned.isAssignableFrom(cursor);
        };
    return returns
        && Arrays.asList(method.getGenericParameterTypes())
            .equals(shape().parameters(target.type()));
  }

  /// Checks that the memory of a table has this access.
  ///
  /// @param kind of the memory of a table
  /// @throws UnsupportedOperationException if such memory has no such access
  public void requireSupport(RecordLayout layout, MemoryKind kind) {
    String reason = refusal(layout, kind);
    if (reason != null) {
      throw new UnsupportedOperationException(
          "%s is not possible in %s: %s".formatted(method, layout, reason));
    }
  }

  private @Nullable String refusal(RecordLayout layout, MemoryKind kind) {
    if (isPlain()) {
      return null;
    }
    Field field = target.fields().getFirst();
    if (layout.layout() == Layout.ROWS) {
      return "packed rows are not aligned; use alignedRows() or columns()";
    }
    boolean add = mode.methodName().startsWith("getAndAdd");
    boolean bitwise = mode.methodName().startsWith("getAndBitwise");
    boolean flag = field.type() == boolean.class;
    if ((add && flag) || ((add || bitwise) && field.isEnum())) {
      return field.type().getSimpleName() + " is no number";
    }
    boolean array = kind == MemoryKind.HEAP_COLUMNS;
    PrimitiveType primitive = field.primitive();
    VarHandle handle = array ? primitive.arrayElement() : primitive.segmentElement();
    return handle.isAccessModeSupported(mode)
        ? null
        : "%s of %s have no %s"
            .formatted(array ? "arrays" : "segments", primitive.type(), mode.methodName());
  }

  /// How messages name it.
  @Override
  public String toString() {
    return Objects.toString(method);
  }
}
