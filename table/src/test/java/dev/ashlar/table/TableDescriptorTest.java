// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.ComponentTypesTest.Leg;
import dev.ashlar.table.ComponentTypesTest.Order;
import dev.ashlar.table.RecordSchema.Field;
import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.annotation.ColumnName;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.internal.file.format.FileChunks;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.testing.Javac;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files are read with a record that is made of what they say. The record that wrote them is the
/// judge.
@Timeout(60)
class TableDescriptorTest {
  private static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);

  private static List<Object> values(Record record) throws ReflectiveOperationException {
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      component.getAccessor().setAccessible(true);
      values.add(plain(component.getAccessor().invoke(record)));
    }
    return values;
  }

  private static Object plain(@Nullable Object value) throws ReflectiveOperationException {
    return switch (value) {
      case null -> "absent";
      case Optional<?> optional -> plain(optional.orElse(null));
      case Record inside -> values(inside);
      case byte[] bytes -> HexFormat.of().formatHex(bytes);
      case Enum<?> constant -> constant.name();
      default -> value;
    };
  }

  private static TableLayout<Sample> layout(String name) {
    return switch (name) {
      case "rows()" -> Sample.TYPE.rows();
      case "alignedRows()" -> Sample.TYPE.alignedRows();
      default -> Sample.TYPE.columns();
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows()", "alignedRows()", "columns()"})
  void rowsAreReadWithoutTheRecord(String layout, @TempDir Path folder) throws Exception {
    long seed = RandomGenerator.getDefault().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    Path path = folder.resolve("samples");
    try (MappedTable<Sample> table = layout(layout).create(path, 0)) {
      for (int i = 0; i < 5_000; i++) {
        table.append(Sample.random(random));
      }
      table.commit();
      TableDescriptor descriptor = TableDescriptor.read(path, "Sample");
      assertThat(descriptor.layout()).isEqualTo(layout);
      try (MappedTable<?> read = descriptor.openReadOnly()) {
        assertThat(read.size()).isEqualTo(5_000);
        for (long row = 0; row < read.size(); row++) {
          assertThat(values(read.get(row))).as("row %d", row).isEqualTo(values(table.get(row)));
        }
        assertThat(read.get(7)).isEqualTo(read.get(7)).hasSameHashCodeAs(read.get(7));
        assertThat(read.get(7)).isNotEqualTo(read.get(8));
        assertThat(read.get(7).toString()).startsWith("Sample[tiny=" + table.get(7).tiny() + ", ");
      }
    }
  }

  @Test
  void theSourceIsTheRecord(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("samples");
    Sample.TYPE.rows().create(path, 1).close();
    RecordSchema schema = TableDescriptor.read(path, "Sample").schema();
    assertThat(schema.source())
        .isEqualTo(
            """
            record Sample(byte tiny, long id, boolean open, double price, char side, Venue venue, int count, float weight, short rank) {
              enum Venue {
                PARIS, LONDON, TOKYO
              }
            }
            """);
    Path source = Files.writeString(folder.resolve("Sample.java"), schema.source());
    try (URLClassLoader loader = Javac.loader(Javac.compile(folder, List.of(), source))) {
      assertThat(described(loader.loadClass("Sample"))).isEqualTo(described(Sample.class));
    }
    assertThat(described(schema.type().recordType())).isEqualTo(described(Sample.class));
  }

  private static List<String> described(Class<?> record) {
    return Arrays.stream(record.getRecordComponents())
        .map(component -> component.getName() + " " + described(component))
        .toList();
  }

  private static String described(RecordComponent component) {
    Class<?> type = component.getType();
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants()).map(c -> ((Enum<?>) c).name()).toList().toString()
        : type.getName();
  }

  @Test
  void componentsOfAllTypesAreReadWithoutTheRecord(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("orders");
    try (MappedTable<Order> table = ORDERS.columns().create(path, 0)) {
      Leg leg = new Leg(7, null);
      Order full =
          new Order(
              LocalDate.of(2026, 2, 28),
              LocalTime.of(23, 59, 59),
              LocalDateTime.of(1969, 1, 1, 2, 3),
              Instant.ofEpochSecond(5, 999_999_999),
              Duration.ofDays(-3),
              new BigDecimal("-999.99"),
              new BigDecimal("12345678901234567890123456789012345678"),
              new UUID(1, 2),
              new byte[] {1, 0, -1},
              "aé",
              new Leg(3, LocalDate.EPOCH),
              Optional.of(leg),
              Optional.of(ComponentTypesTest.Side.SELL),
              42L);
      table.append(full);
      table.append(
          new Order(
              full.day(),
              full.time(),
              full.local(),
              full.at(),
              full.took(),
              full.price(),
              full.total(),
              full.id(),
              full.hash(),
              "",
              leg,
              Optional.empty(),
              Optional.empty(),
              null));
      table.commit();
      TableDescriptor descriptor = TableDescriptor.read(path, "Order");
      assertThat(descriptor.schema().type().fields()).isEqualTo(ORDERS.fields());
      try (MappedTable<?> read = descriptor.openReadOnly()) {
        for (int row = 0; row < 2; row++) {
          assertThat(values(read.get(row))).isEqualTo(values(table.get(row)));
        }
      }
    }
  }

  @Test
  void aRecordHasNoMoreComponentsThanAClass() {
    RecordSchema wide =
        new RecordSchema(
            "Wide", IntStream.range(0, 128).mapToObj(i -> new Field("c" + i, "long")).toList());
    assertThatThrownBy(wide::type)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Wide has 128 components, and a class cannot have so many: put some into a record inside");
  }

  @Test
  void theSourceHasTheAnnotations(@TempDir Path folder) throws Exception {
    RecordSchema schema = new RecordSchema("Order", ORDERS.fields());
    assertThat(schema.source())
        .contains("import java.time.LocalDate;", "@Unit(ChronoUnit.NANOS) Instant at,")
        .contains("@Decimal(precision = 5, scale = 2) BigDecimal price", "@OrNull Hedge hedge")
        .contains("record Hedge(int quantity, @OrNull LocalDate settled) {}", "@OrNull Long limit");
    Path source = Files.writeString(folder.resolve("Order.java"), schema.source());
    Path module =
        Path.of(TableType.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path classes = Javac.compile(folder, List.of("-cp", module.toString()), source);
    try (URLClassLoader loader = Javac.loader(classes)) {
      List<String> compiled = annotated(loader.loadClass("Order"));
      assertThat(compiled)
          .contains("@dev.ashlar.table.annotation.FixedUtf8(4) java.lang.String code");
      assertThat(annotated(schema.type().recordType())).isEqualTo(compiled);
    }
  }

  private static List<String> annotated(Class<?> record) {
    List<String> components = new ArrayList<>();
    for (RecordComponent component : record.getRecordComponents()) {
      String annotations =
          Arrays.stream(component.getAnnotations())
              .map(annotation -> annotation + " ")
              .collect(Collectors.joining());
      components.add(annotations + component.getType().getName() + " " + component.getName());
      if (component.getType().isRecord()) {
        components.addAll(annotated(component.getType()));
      }
    }
    return components;
  }

  @Test
  void aTypeMakesNewFiles(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("made");
    List<Field> fields = List.of(new Field("side", "enum A,B"), new Field("Side", "enum C"));
    RecordSchema schema = new RecordSchema("Side", fields);
    schema.type().columns().create(path, 3).close();
    assertThat(TableDescriptor.read(path, "Side").schema()).isEqualTo(schema);
    assertThat(schema.source()).startsWith("record Side(Side_ side, Side__ Side) {");
  }

  record Named(@ColumnName("Order ID") long orderId, Part part, @OrNull @Nullable String note) {}

  record Part(@ColumnName("say \"so\"\\\n2") int count) {}

  @Test
  void namesOfColumnsAreKept(@TempDir Path folder) throws IOException {
    Path path = folder.resolve("orders");
    TableType.of(MethodHandles.lookup(), Named.class).columns().create(path, 3).close();
    RecordSchema schema = TableDescriptor.read(path, "Order").schema();
    Map<String, String> names = Map.of("orderId", "Order ID", "part.count", "say \"so\"\\\n2");
    assertThat(schema.columnNames()).isEqualTo(names);
    assertThat(schema.source())
        .contains(
            "import dev.ashlar.table.annotation.ColumnName;",
            "@ColumnName(\"Order ID\") long orderId",
            "@ColumnName(\"say \\\"so\\\"\\\\\\0122\") int count");
    Path copy = folder.resolve("copy");
    schema.type().rows().create(copy, 0).close();
    assertThat(TableDescriptor.read(copy, "Order").schema()).isEqualTo(schema);
    assertThatThrownBy(
            () -> new RecordSchema("Row", List.of(new Field("a", "int")), Map.of("b", "B")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("b, which is no field");
  }

  /// As a later version may write one.
  @Test
  void sectionsThatMayBeIgnoredAreCounted(@TempDir Path folder) throws IOException {
    RecordLayout layout = TableType.of(MethodHandles.lookup(), Named.class).columns().rows();
    ByteBuffer bytes = FileHeader.of(layout, new FileChunks(4096, 0), 10, 7).bytes();
    int section = 4 * 4096;
    while (bytes.getInt(section) != 5) {
      section += 16 + (bytes.getInt(section + 8) + 7) / 8 * 8;
    }
    bytes.putInt(section, 99);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.slice(0, 24));
    checksum.update(bytes.slice(4 * 4096, bytes.getInt(12)));
    bytes.putInt(24, (int) checksum.getValue());
    Path path = folder.resolve("later");
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.write(bytes.rewind(), 0);
      FileHeader header = FileHeader.read(path, channel);
      assertThat(header.columnNames()).isEmpty();
      assertThat(header.seal()).isEqualTo((int) checksum.getValue());
      assertThat(header.dataOffset()).isEqualTo(bytes.capacity());
    }
  }

  @Test
  void asManyConstantsAsJavacTakes() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 2_700; i++) {
      names.add("C" + i);
    }
    Field field = new Field("code", "enum " + String.join(",", names));
    Table<?> table = new RecordSchema("Wide", List.of(field)).type().columns().heap(1);
    assertThat(table.get(0).toString()).isEqualTo("Wide[code=C0]");
  }

  @Test
  void namesAndTypesThatNoRecordHasAreRefused() {
    assertRefused("'class' cannot be the name of a component", new Field("class", "int"));
    assertRefused("'a b' cannot be the name of a component", new Field("a b", "int"));
    assertRefused("'lookup' cannot be the name", new Field("lookup", "int"));
    assertRefused("'2' cannot be the name of a constant of side", new Field("side", "enum A,2"));
    assertRefused("has the constant A twice", new Field("side", "enum A,A"));
    assertRefused("Two fields have the name a", new Field("a", "int"), new Field("a", "long"));
    assertRefused(
        "The field price has the type complex 18 4, of which this version makes no record",
        new Field("price", "complex 18 4"));
    assertRefused("has the type decimal 18", new Field("price", "decimal 18"));
    assertRefused("has the type optional", new Field("price", "optional"));
    assertRefused("The record leg has no fields", new Field("leg", "optional record"));
    assertRefused("'' cannot be the name of a component", new Field("leg.", "int"));
    assertRefused(
        "Two fields have the name leg",
        new Field("leg.a", "int"),
        new Field("b", "int"),
        new Field("leg.c", "int"));
    assertRefused("is in more than 100 records", new Field("a.".repeat(20_000) + "a", "int"));
    assertRefused("Row has no fields");
  }

  private static void assertRefused(String message, Field... fields) {
    assertThatThrownBy(() -> new RecordSchema("Row", List.of(fields)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatIsNoTableIsRefused(@TempDir Path folder) throws IOException {
    Path path = Files.writeString(folder.resolve("text"), "price,side\n42,B\n");
    assertThatThrownBy(() -> TableDescriptor.read(path, "Text"))
        .isInstanceOfSatisfying(
            TableFileException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.NOT_A_TABLE));
    assertThatThrownBy(() -> TableDescriptor.read(path, "a b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a b'");
  }
}
