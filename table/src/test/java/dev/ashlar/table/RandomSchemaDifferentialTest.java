package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Javac;
import dev.ashlar.testing.Seeded;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Records that nobody wrote, compiled here: any number of components of any type, in any order.
@ExtendWith(Seeded.class)
final class RandomSchemaDifferentialTest {
  private static final List<String> TYPES =
      List.of("boolean", "byte", "short", "char", "int", "long", "float", "double", "Few", "Many");
  private static final int SCHEMAS = 40;
  private static final int ROWS = 23;

  @Test
  void everySchemaIsKept(RandomGenerator random, @TempDir Path folder) throws Exception {
    List<Path> sources = new ArrayList<>();
    sources.add(write(folder, "Few", "enum Few { A, B, C }"));
    sources.add(write(folder, "Many", many(257 + random.nextInt(300))));
    sources.add(
        write(
            folder,
            "Access",
            """
            public final class Access {
              private Access() {}
              public static java.lang.invoke.MethodHandles.Lookup lookup() {
                return java.lang.invoke.MethodHandles.lookup();
              }
            }
            """));
    for (int i = 0; i < SCHEMAS; i++) {
      sources.add(write(folder, "R" + i, schema("R" + i, random)));
    }
    Path classes = Javac.compile(folder, List.of(), sources.toArray(Path[]::new));
    try (URLClassLoader loader = Javac.loader(classes)) {
      Lookup lookup = (Lookup) loader.loadClass("Access").getMethod("lookup").invoke(null);
      for (int i = 0; i < SCHEMAS; i++) {
        check(lookup, loader.loadClass("R" + i).asSubclass(Record.class), random);
      }
    }
  }

  private static Path write(Path folder, String name, String source) throws Exception {
    return Files.writeString(folder.resolve(name + ".java"), source);
  }

  private static String many(int constants) {
    StringBuilder source = new StringBuilder("enum Many { C0");
    for (int i = 1; i < constants; i++) {
      source.append(", C").append(i);
    }
    return source.append(" }").toString();
  }

  private static String schema(String name, RandomGenerator random) {
    List<String> components = new ArrayList<>();
    int count = 1 + random.nextInt(random.nextInt(10) == 0 ? 120 : 12);
    for (int i = 0; i < count; i++) {
      components.add(TYPES.get(random.nextInt(TYPES.size())) + " c" + i);
    }
    return "record " + name + "(" + String.join(", ", components) + ") {}";
  }

  private static <R extends Record> void check(
      Lookup lookup, Class<R> record, RandomGenerator random) throws Exception {
    TableType<R> type = TableType.of(lookup, record);
    List<R> list = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      list.add(random(record, random));
    }
    for (TableFixture.Kind kind : TableFixture.kinds()) {
      try (TableFixture fixture = new TableFixture()) {
        Table<R> table = kind.make(fixture, type, ROWS / 2);
        for (int i = 0; i < ROWS / 2; i++) {
          table.set(i, list.get(i));
        }
        list.subList(ROWS / 2, ROWS).forEach(table::append);
        List<R> found = new ArrayList<>();
        table.forEach(found::add);
        assertThat(found).as("%s in %s", type, kind).isEqualTo(list);
        assertThat(table.get(ROWS - 1)).isEqualTo(list.get(ROWS - 1));
      }
    }
  }

  static <R extends Record> R random(Class<R> record, RandomGenerator random) throws Exception {
    RecordComponent[] components = record.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = randomValue(types[i], random);
    }
    Constructor<R> constructor = record.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  private static Object randomValue(Class<?> type, RandomGenerator random) {
    return switch (type.getName()) {
      case "boolean" -> random.nextBoolean();
      case "byte" -> (byte) random.nextInt();
      case "short" -> (short) random.nextInt();
      case "char" -> (char) random.nextInt();
      case "int" -> random.nextInt();
      case "long" -> random.nextLong();
      case "float" -> Float.intBitsToFloat(random.nextInt());
      case "double" -> Double.longBitsToDouble(random.nextLong());
      default -> {
        Object[] constants = type.getEnumConstants();
        yield constants[random.nextInt(constants.length)];
      }
    };
  }
}
