// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.access.TextOrigin;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.access.TextWords;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// When a comparison of texts looks into the text area, and what it finds there.
@Timeout(60)
final class TextComparisonTest {
  record Named(String name) {}

  interface Names extends Cursor {
    Text getName();
  }

  private static final TableType<Named> TYPE = TableType.of(MethodHandles.lookup(), Named.class);

  private static final String LONG = "a text that is not in the row";

  /// An area whose memory nobody may ask for.
  private static final class Untouched extends TextArea {
    @Override
    public MemorySegment memory(long rest, int length) {
      throw new AssertionError("the area is asked for " + length + " bytes");
    }

    @Override
    public long offset(long rest) {
      throw new AssertionError("the area is asked for a place");
    }

    @Override
    protected long reserve(int length) {
      throw new AssertionError();
    }

    @Override
    protected boolean hasChecksums() {
      return false;
    }
  }

  private static TextValue text(String text, long place, TextOrigin origin) {
    return new TextValue(TextWords.head(text, text.length()), place, origin, null, 0);
  }

  @Test
  void textsThatDifferInTheirFirstBytesOrLengthAskNoArea() {
    Untouched area = new Untouched();
    TextValue value = text(LONG, 8, area);
    for (String other : new String[] {"", "short", LONG + "s", "b text that is not in the row"}) {
      assertThat(value.equals(text(other, 80, area))).isFalse();
      assertThat(text(other, 80, area).equals(value)).isFalse();
    }
    assertThat(value.compareTo(text("b text that is longer", 80, area))).isNegative();
    assertThat(text("b", 80, area).compareTo(value)).isPositive();
  }

  @Test
  void thePlaceOfATextAsksNoArea() {
    Untouched area = new Untouched();
    assertThat(text(LONG, 8, area)).isEqualTo(text(LONG, 8, area));
    assertThat(text(LONG, 8, area).compareTo(text(LONG, 8, area))).isZero();
  }

  /// The place of one text may be that of another one in another area.
  @Test
  void areasAreToldApart() {
    String other = "a text that is not in the sky";
    Names one = cursor(table(Arena.ofAuto(), LONG));
    Names two = cursor(table(Arena.ofAuto(), other));
    assertThat(one.getName().equals(two.getName())).isFalse();
    assertThat(one.getName().compareTo(two.getName())).isNegative();
  }

  private static Table<Named> table(Arena arena, String... names) {
    Table<Named> table = TYPE.columns().allocate(arena, names.length);
    for (int row = 0; row < names.length; row++) {
      table.set(row, new Named(names[row]));
    }
    return table;
  }

  private static Names cursor(Table<Named> table) {
    Names cursor = table.cursor(Names.class);
    assertThat(cursor.next()).isTrue();
    return cursor;
  }

  /// Another thread wrote the row between the reads of its two words.
  @Test
  void halfATextIsReadAgain() {
    String now = "quite another text, which is longer";
    Table<Named> table = table(Arena.ofAuto(), LONG, LONG);
    Chunk chunk = Table.chunk(table, 1);
    Schema schema = TYPE.schema();
    TextOrigin codec =
        (TextOrigin) Objects.requireNonNull(schema.codec(schema.fields().getFirst()));
    MemorySegment words = table.column("name").asSegment();
    long old = words.getAtIndex(ValueLayout.JAVA_LONG, 3);
    table.set(1, new Named(now));
    long head = words.getAtIndex(ValueLayout.JAVA_LONG, 2);
    Supplier<Text> half = () -> new TextValue(head, old, codec, chunk, 1);
    assertThat(half.get()).isEqualTo(TableType.text(now));
    assertThat(half.get()).isEqualByComparingTo(TableType.text(now));
    assertThat(half.get()).hasSameHashCodeAs(TableType.text(now)).hasToString(now);
    assertThat(half.get().utf8().byteSize()).isEqualTo(now.length());
  }

  /// A damaged row is found out when its bytes are needed, and not before.
  @Test
  void aRowThatRefersToNoTextIsRefused() {
    Table<Named> table = table(Arena.ofAuto(), LONG, LONG);
    MemorySegment words = table.column("name").asSegment();
    words.setAtIndex(ValueLayout.JAVA_LONG, 3, 1L << 40);
    Names cursor = table.cursor(Names.class);
    cursor.moveTo(1);
    Text damaged = cursor.getName();
    assertThat(damaged).isNotEqualTo(TableType.text("short"));
    assertRefused(() -> damaged.equals(TableType.text(LONG)));
    assertRefused(() -> TableType.text(LONG).equals(damaged));
    assertRefused(() -> damaged.compareTo(TableType.text("a te")));
    assertRefused(damaged::hashCode);
    assertRefused(damaged::toString);
    assertRefused(damaged::utf8);
    words.setAtIndex(ValueLayout.JAVA_LONG, 2, -1);
    Text impossible = cursor.getName();
    assertRefused(impossible::byteSize);
    assertRefused(impossible::toString);
  }

  private static void assertRefused(Supplier<@Nullable Object> use) {
    assertThatIllegalStateException()
        .isThrownBy(use::get)
        .withMessageContaining("Named.name has ")
        .withMessageContaining("in row 1")
        .withMessageContaining("which is no text");
  }
}
