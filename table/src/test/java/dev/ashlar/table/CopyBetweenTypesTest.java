// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.testing.Javac;
import java.io.IOException;
import java.lang.invoke.MethodHandles.Lookup;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rows that are copied between the types that two packages have made of one record go through its
/// constructor and its accessors, which are the user's code.
final class CopyBetweenTypesTest {
  private static final int ROWS = 10;
  private static final int FROM = 2;
  private static final int TO = 1;
  private static final int COPIED = 7;

  /// The row whose code does something.
  private static final int ACTING = 5;

  @TempDir Path folder;

  /// One record, and a class in its package and in another one.
  ///
  /// @param constructed gets the row of each record that is made
  /// @param accessed gets the row of each record that is read
  private record Types<R extends Record>(
      TableType<R> near, TableType<R> far, Hook constructed, Hook accessed, Maker<R> maker) {}

  private interface Hook {
    void set(LongConsumer hook) throws ReflectiveOperationException;
  }

  private interface Maker<R> {
    R make(long row, long value) throws ReflectiveOperationException;
  }

  private interface Check {
    <R extends Record> void run(Types<R> types, TableFixture.Kind kind, TableFixture fixture)
        throws Exception;
  }

  private Path source(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private void forAllKinds(Check test) throws Exception {
    Path classes =
        Javac.compile(
            folder,
            List.of(),
            source(
                "Row.java",
                """
                package near;
                import java.util.function.LongConsumer;
                public record Row(long row, long value) {
                  public static LongConsumer constructed = row -> {};
                  public static LongConsumer accessed = row -> {};
                  public Row {
                    constructed.accept(row);
                  }
                  @Override
                  public long value() {
                    accessed.accept(row);
                    return value;
                  }
                }
                """),
            source("Near.java", lookup("near", "Near")),
            source("Far.java", lookup("far", "Far")));
    try (URLClassLoader loader = Javac.loader(classes)) {
      Types<?> types = types(loader, loader.loadClass("near.Row").asSubclass(Record.class));
      assertThat(types.near()).isNotSameAs(types.far());
      for (TableFixture.Kind kind : TableFixture.kinds()) {
        try (TableFixture fixture = new TableFixture()) {
          test.run(types, kind, fixture);
        }
      }
    }
  }

  private static String lookup(String name, String type) {
    return """
    package %s;
    import java.lang.invoke.MethodHandles;
    public final class %s {
      private %2$s() {}
      public static MethodHandles.Lookup lookup() {
        return MethodHandles.lookup();
      }
    }
    """
        .formatted(name, type);
  }

  private static <R extends Record> Types<R> types(ClassLoader loader, Class<R> record)
      throws ReflectiveOperationException {
    var constructor = record.getConstructor(long.class, long.class);
    return new Types<>(
        TableType.of(lookup(loader, "near.Near"), record),
        TableType.of(lookup(loader, "far.Far"), record),
        hook -> record.getField("constructed").set(null, hook),
        hook -> record.getField("accessed").set(null, hook),
        constructor::newInstance);
  }

  private static Lookup lookup(ClassLoader loader, String type)
      throws ReflectiveOperationException {
    return (Lookup) loader.loadClass(type).getMethod("lookup").invoke(null);
  }

  private static <R extends Record> Table<R> source(Types<R> types) throws Exception {
    Table<R> source = types.near().columns().heap(ROWS);
    for (int row = 0; row < ROWS; row++) {
      source.set(row, types.maker().make(row, 100 + row));
    }
    return source;
  }

  private static <R extends Record> Table<R> target(
      Types<R> types, TableFixture.Kind kind, TableFixture fixture) throws Exception {
    Table<R> target = kind.make(fixture, types.far(), ROWS);
    for (int row = 0; row < ROWS; row++) {
      target.set(row, types.maker().make(-row, -100 - row));
    }
    return target;
  }

  /// @param copied how many rows
  private static <R extends Record> void assertCopied(
      Types<R> types, Table<R> source, Table<R> target, int copied) throws Exception {
    List<R> expected = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      boolean isCopy = TO <= row && row < TO + copied;
      expected.add(isCopy ? source.get(row - TO + FROM) : types.maker().make(-row, -100 - row));
    }
    List<R> found = new ArrayList<>();
    target.forEach(found::add);
    assertThat(found.subList(0, ROWS)).as("%s", target).isEqualTo(expected);
  }

  private static void atActingRow(Hook hook, Runnable act) throws ReflectiveOperationException {
    hook.set(row -> {
      if (row == ACTING) {
        act.run();
      }
    });
  }

  @Test
  void rowsBeforeTheOneThatThrowsAreCopied() throws Exception {
    forAllKinds(
        new Check() {
          @Override
          public <R extends Record> void run(
              Types<R> types, TableFixture.Kind kind, TableFixture fixture) throws Exception {
            for (Hook hook : List.of(types.constructed(), types.accessed())) {
              Table<R> source = source(types);
              Table<R> target = target(types, kind, fixture);
              RuntimeException refusal = new IllegalStateException("row " + ACTING);
              atActingRow(
                  hook,
                  () -> {
                    throw refusal;
                  });
              assertThatThrownBy(() -> source.copyTo(FROM, target, TO, COPIED)).isSameAs(refusal);
              hook.set(row -> {});
              assertCopied(types, source, target, ACTING - FROM);
            }
          }
        });
  }

  @Test
  void rowsGoWhereTheTargetHasGrownTo() throws Exception {
    forAllKinds(
        new Check() {
          @Override
          public <R extends Record> void run(
              Types<R> types, TableFixture.Kind kind, TableFixture fixture) throws Exception {
            for (Hook hook : List.of(types.constructed(), types.accessed())) {
              for (Consumer<Table<R>> growth :
                  List.<Consumer<Table<R>>>of(
                      CopyBetweenTypesTest::reserve, table -> append(types, table))) {
                Table<R> source = source(types);
                Table<R> target = target(types, kind, fixture);
                long before = target.capacity();
                atActingRow(hook, () -> growth.accept(target));
                source.copyTo(FROM, target, TO, COPIED);
                hook.set(row -> {});
                assertThat(target.capacity()).isGreaterThan(before);
                assertCopied(types, source, target, COPIED);
              }
            }
          }
        });
  }

  private static void reserve(Table<?> table) {
    table.reserve(2 * table.capacity() + 1);
  }

  private static <R extends Record> void append(Types<R> types, Table<R> table) {
    try {
      R row = types.maker().make(-1, -1);
      for (long rows = table.capacity() - table.size() + 1; rows > 0; rows--) {
        table.append(row);
      }
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("Row cannot be made", impossible);
    }
  }
}
