package dev.ashlar.table.internal.schema;

import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.table.internal.access.FieldAccess;
import java.lang.classfile.TypeKind;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The fields of a record, in the order of its components.
///
/// Its text has one line for each field, its name and its type: what tells one schema from another
/// in a file. Types are words, so that more of them can be added without changing the format.
public record Schema(Class<? extends Record> type, List<Field> fields) {
  /// What a constructor's method handle takes, which takes itself and the new object besides.
  private static final int MAX_SLOTS = 253;

  /// Returns the schema of a record.
  ///
  /// @throws IllegalArgumentException if the record has a component that cannot be stored, is out
  ///   of the lookup's reach, or is not what its loader knows by that name
  public static Schema of(Lookup lookup, Class<? extends Record> type) {
    if (!type.isRecord() || type.isHidden()) {
      throw new IllegalArgumentException(type.getName() + " is not a record that has a name");
    }
    RecordComponent[] components = type.getRecordComponents();
    requireNumber(type, components);
    GeneratedClass.requireKnown(lookup, type);
    List<Field> fields = new ArrayList<>();
    for (RecordComponent component : components) {
      Field field = Field.of(fields.size(), component);
      fields.add(field);
      if (field.isEnum()) {
        GeneratedClass.requireKnown(lookup, field.type());
      }
      try {
        lookup.accessClass(component.getType());
      } catch (IllegalAccessException hidden) {
        throw Field.refused(component, "is not accessible to " + lookup.lookupClass().getName());
      }
    }
    Schema schema = new Schema(type, List.copyOf(fields));
    schema.requireConstructor(lookup);
    return schema;
  }

  private static void requireNumber(Class<?> type, RecordComponent[] components) {
    if (components.length == 0) {
      throw new IllegalArgumentException(type.getName() + " has no components to store");
    }
    int slots = 0;
    for (RecordComponent component : components) {
      slots += TypeKind.from(component.getType()).slotSize();
    }
    if (slots > MAX_SLOTS) {
      throw new IllegalArgumentException(
          "%s has %d components that take %d slots, a long or double two of them: tables have at most %d"
              .formatted(type.getName(), components.length, slots, MAX_SLOTS));
    }
  }

  private void requireConstructor(Lookup lookup) {
    List<Class<?>> types = new ArrayList<>();
    for (Field field : fields) {
      types.add(field.type());
    }
    MethodType constructor = MethodType.methodType(void.class, types);
    try {
      lookup.findConstructor(type, constructor);
    } catch (NoSuchMethodException | IllegalAccessException outOfReach) {
      throw new IllegalArgumentException(
          "%s cannot be made by %s: its constructor is not accessible"
              .formatted(type.getName(), lookup.lookupClass().getName()),
          outOfReach);
    }
  }

  /// Returns the field of that name.
  ///
  /// @throws IllegalArgumentException if there is no such field
  public Field field(String name) {
    for (Field field : fields) {
      if (field.name().equals(name)) {
        return field;
      }
    }
    throw new IllegalArgumentException(
        "%s has no component %s; it has %s".formatted(type.getName(), name, names()));
  }

  /// Returns what reaches a field in a chunk of whatever kind.
  public FieldAccess access(Field field) {
    long aligned = Layout.ALIGNED_ROWS.offsets(this, 0)[field.index()];
    int byteSize = field.primitive().byteSize();
    int before = (int) (aligned % Long.BYTES) * Byte.SIZE;
    int alignedStride = (int) Layout.ALIGNED_ROWS.stride(this);
    return new FieldAccess(
        field.index(),
        (int) Layout.ROWS.stride(this),
        (int) Layout.ROWS.offsets(this, 0)[field.index()],
        alignedStride,
        (int) aligned,
        alignedStride / Long.BYTES,
        (int) aligned / Long.BYTES,
        ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
            ? before
            : Long.SIZE - byteSize * Byte.SIZE - before);
  }

  /// Returns an array of so many elements for each field.
  public Object[] arrays(int length) {
    Object[] arrays = new Object[fields.size()];
    for (Field field : fields) {
      Class<?> element = field.primitive().arrayType().componentType();
      arrays[field.index()] = Array.newInstance(element, length);
    }
    return arrays;
  }

  public String names() {
    return fields.stream().map(Field::name).collect(Collectors.joining(", "));
  }

  public String text() {
    return fields.stream().map(field -> field.text() + "\n").collect(Collectors.joining());
  }

  /// Says field by field how the schema of another text differs from this one.
  public String differences(String otherText) {
    Map<String, String> others = new LinkedHashMap<>();
    otherText.lines().forEach(line -> others.put(name(line), line));
    List<String> found = new ArrayList<>();
    for (Field field : fields) {
      String other = others.remove(field.name());
      if (other == null) {
        found.add(field.name() + " is not in the file");
      } else if (!other.equals(field.text())) {
        found.add(
            "%s is %s, and %s in the file"
                .formatted(field.name(), rest(field.text()), rest(other)));
      }
    }
    others.keySet().forEach(name -> found.add(name + " is in the file only"));
    return found.isEmpty() ? "the order of the fields" : String.join("; ", found);
  }

  private static String name(String line) {
    int space = line.indexOf(' ');
    return space < 0 ? line : line.substring(0, space);
  }

  private static String rest(String line) {
    return line.substring(name(line).length()).strip();
  }
}
