// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.testing.ShortStack;
import dev.ashlar.testing.Slow;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A write of a component that is stored in several fields fails for want of stack, wherever
/// inside: it has written all or nothing.
@Timeout(300)
final class ComponentShortStackTest {
  private static final List<String> KINDS =
      List.of("rows confined", "alignedRows heap", "columns heap", "columns shared");

  private static final int ROW = 2;

  /// So many frames are enough for any call.
  private static final int MANY = 1_000;

  record Account(
      UUID id,
      @OrNull @Nullable @FixedUtf8(20) String owner,
      @Decimal(precision = 38, scale = 3) BigDecimal balance) {}

  record Transfer(Account from, Optional<Account> to, @OrNull @Nullable Instant at) {}

  interface Transfers extends Cursor {
    void from(Account value);

    void to(Optional<Account> value);

    void at(@Nullable Instant value);
  }

  private static final TableType<Transfer> TRANSFERS =
      TableType.of(MethodHandles.lookup(), Transfer.class);

  private static Account account(int i) {
    String owner = i % 2 == 0 ? null : "\u00e4" + "\u20ac".repeat(i % 6);
    return new Account(new UUID(i, -i), owner, BigDecimal.valueOf(-i, 3));
  }

  private static Transfer transfer(int i) {
    return new Transfer(
        account(i),
        i % 3 == 0 ? Optional.empty() : Optional.of(account(i + 1)),
        i % 4 == 0 ? null : Instant.ofEpochSecond(i));
  }

  private record Write(ShortStack.Attempt attempt, Transfer expected) {}

  private static Write write(Table<Transfer> table, Transfers cursor, Transfer old, int i) {
    Transfer next = transfer(i);
    return switch (i % 4) {
      case 0 -> new Write(() -> table.set(ROW, next), next);
      case 1 ->
          new Write(() -> cursor.from(next.from()), new Transfer(next.from(), old.to(), old.at()));
      case 2 ->
          new Write(() -> cursor.to(next.to()), new Transfer(old.from(), next.to(), old.at()));
      default ->
          new Write(() -> cursor.at(next.at()), new Transfer(old.from(), old.to(), next.at()));
    };
  }

  @Test
  void onAShortStack() throws Throwable {
    tables(MANY);
    ShortStack.inSmallThread(() -> assertThat(tables(0)).isPositive());
  }

  /// @param firstFrames where the first attempt at a write is made, above the end of the stack
  /// @return the number of writes that failed
  private static int tables(int firstFrames) throws Exception {
    int failures = 0;
    for (String name : Slow.some(2, KINDS)) {
      try (TableFixture fixture = new TableFixture()) {
        Table<Transfer> table = TableFixture.kind(name).make(fixture, TRANSFERS, 5);
        Transfers cursor = table.cursor(Transfers.class);
        cursor.moveTo(ROW);
        for (int i = 1; i <= Slow.times(4, 8); i++) {
          Transfer old = table.get(ROW);
          Write write = write(table, cursor, old, i);
          for (int frames = firstFrames; ; frames += 1 + i % 5) {
            Throwable thrown = ShortStack.attempt(frames, write.attempt());
            if (thrown == null) {
              break;
            }
            failures++;
            assertThat(thrown).as("%s %d", name, i).isInstanceOf(StackOverflowError.class);
            assertThat(table.get(ROW)).as("%s %d", name, i).isIn(old, write.expected());
          }
          assertThat(table.get(ROW)).as("%s %d", name, i).isEqualTo(write.expected());
        }
      }
    }
    return failures;
  }
}
