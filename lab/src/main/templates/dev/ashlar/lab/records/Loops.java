// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.SunUnsafe;
import dev.ashlar.lab.records.ArrowStore.Vectors;
import dev.ashlar.lab.records.PojoStore.Pojo;
import dev.ashlar.lab.records.SbeStore.TradeFlyweight;
import dev.ashlar.lab.records.Store.Chunks;
import dev.ashlar.lab.records.Trade.PackedTrade;
import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;
import sun.misc.Unsafe;

/// The passes over the rows of each rival. A class has the loops of one rival, with its accesses as a user would write
/// them; the stores add how memory is made, filled and freed.
@SuppressWarnings("removal") // Unsafe is what the others are measured by.
final class Loops {
  static final Unsafe UNSAFE = SunUnsafe.get();

  private Loops() {}

  //@ let  P   PackedTrade
  //@ for  Name        Memory              piece                                                                                       of                                                                                         at                                                                  price                          quantity                          side                          update
  //@      Unsafe      long                long base = memory;                                                                         long base = memory;                                                                        long at = base + (long) row * PackedTrade.BYTES;                    UNSAFE.getLong(at + $P.PRICE)  UNSAFE.getLong(at + $P.QUANTITY)  UNSAFE.getChar(at + $P.SIDE)  UNSAFE.putLong(at + $P.QUANTITY, $quantity + 1)
  //@      ByteBuffer  Chunks<ByteBuffer>  ByteBuffer buffer = memory.of(from);                                                        ByteBuffer buffer = memory.of(row);                                                        int at = Chunks.offset(row);                                        buffer.getLong(at + $P.PRICE)  buffer.getLong(at + $P.QUANTITY)  buffer.getChar(at + $P.SIDE)  buffer.putLong(at + $P.QUANTITY, $quantity + 1)
  //@      Objects     Pojo[]              Pojo[] trades = memory;                                                                     Pojo[] trades = memory;                                                                    Pojo trade = trades[row];                                           trade.price                    trade.quantity                    trade.side                    trade.quantity++
  //@      Sbe         SbeStore.Pieces     TradeFlyweight flyweight = memory.flyweight; MutableDirectBuffer buffer = memory.of(from);  TradeFlyweight flyweight = memory.flyweight; MutableDirectBuffer buffer = memory.of(row);  TradeFlyweight trade = flyweight.wrap(buffer, Chunks.offset(row));  trade.price()                  trade.quantity()                  trade.side()                  trade.quantity($quantity + 1)
  //@      Arrow       ArrowStore.Vectors  Vectors of = memory;                                                                        Vectors of = memory;                                                                       int at = row;                                                       of.prices.get(at)              of.quantities.get(at)             of.sides.get(at)              of.quantities.set(at, $quantity + 1)
  /// The loops of a store whose rows are in `memory`.
  abstract static class Over$Name extends Store {
    final $Memory memory;

    Over$Name(int rows, $Memory memory) {
      super(rows);
      this.memory = memory;
    }

    @Override
    void scan(int from, int to) {
      $piece
      long bought = 0;
      long sold = 0;
      for (int row = from; row < to; row++) {
        $at
        long amount = $price * $quantity;
        if ($side == Trades.BUY) {
          bought += amount;
        } else {
          sold += amount;
        }
      }
      this.bought += bought;
      this.sold += sold;
    }

    @Override
    long scanOneField(int from, int to) {
      $piece
      long sum = 0;
      for (int row = from; row < to; row++) {
        $at
        sum += $price;
      }
      return sum;
    }

    @Override
    long random(int[] shuffled, int from, int to) {
      long sum = 0;
      for (int i = from; i < to; i++) {
        int row = shuffled[i];
        $of
        $at
        sum += $price;
      }
      return sum;
    }

    @Override
    void update(int from, int to) {
      $piece
      for (int row = from; row < to; row++) {
        $at
        $update;
      }
    }
  }

  //@ end
}
