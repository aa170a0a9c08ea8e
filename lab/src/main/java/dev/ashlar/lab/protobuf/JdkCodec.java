// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.lab.protobuf.Records.Numbers;
import dev.ashlar.lab.protobuf.Records.Quote;
import dev.ashlar.lab.protobuf.Records.Texts;
import dev.ashlar.lab.protobuf.Records.Tree;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A codec written by hand, without a library. It writes field by field to a `ByteBuffer`, and
/// texts with `String.getBytes`. A nested message is moved if its length takes more than one byte.
final class JdkCodec implements Codec {
  private static final int VARINT = 0;
  private static final int WORD64 = 1;
  private static final int LENGTH = 2;
  private static final int WORD32 = 5;

  private final Message kind;
  private final ByteBuffer out = ByteBuffer.allocate(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
  private final List<Record> messages = new ArrayList<>();

  JdkCodec(Message kind) {
    this.kind = kind;
  }

  @Override
  public void prepare(List<Record> all) {
    messages.addAll(all);
  }

  @Override
  public byte[] written() {
    return Arrays.copyOf(out.array(), out.position());
  }

  @Override
  public Object shown(Object read) {
    return read;
  }

  @Override
  public int write(int index) {
    out.clear();
    switch (messages.get(index)) {
      case Quote quote -> write(quote);
      case Tree tree -> write(tree);
      case Numbers numbers -> write(numbers);
      case Texts texts -> write(texts);
      case Record other -> throw new IllegalArgumentException(other.toString());
    }
    return out.position();
  }

  private void write(Quote quote) {
    number(1, quote.id());
    number(2, quote.kind());
    text(3, quote.name());
    tag(4, WORD64);
    out.putDouble(quote.price());
    if (quote.live()) {
      number(5, 1);
    }
    tag(6, WORD64);
    out.putLong(quote.time());
    number(7, zigZag(quote.delta()) & 0xFFFF_FFFFL);
    text(8, quote.venue());
    number(9, quote.count() & 0xFFFF_FFFFL);
    tag(10, WORD32);
    out.putFloat(quote.share());
    number(11, quote.client());
    bytes(12, quote.token());
  }

  private void write(Tree tree) {
    number(1, tree.value());
    text(2, tree.label());
    for (Tree child : tree.children()) {
      tag(3, LENGTH);
      int start = begin();
      write(child);
      end(start);
    }
  }

  private void write(Numbers numbers) {
    tag(1, LENGTH);
    int start = begin();
    for (int count : numbers.counts()) {
      varint(count);
    }
    end(start);
    tag(2, LENGTH);
    varint((long) Double.BYTES * numbers.prices().length);
    for (double price : numbers.prices()) {
      out.putDouble(price);
    }
    tag(3, LENGTH);
    start = begin();
    for (long delta : numbers.deltas()) {
      varint(zigZag(delta));
    }
    end(start);
  }

  private void write(Texts texts) {
    for (String line : texts.lines()) {
      text(1, line);
    }
    texts
        .labels()
        .forEach((key, value) -> {
          tag(2, LENGTH);
          int start = begin();
          text(1, key);
          text(2, value);
          end(start);
        });
    text(3, texts.title());
  }

  /// Leaves one byte for a length.
  private int begin() {
    out.put((byte) 0);
    return out.position();
  }

  private void end(int start) {
    int length = out.position() - start;
    int more = 0;
    for (int rest = length >>> 7; rest != 0; rest >>>= 7) {
      more++;
    }
    if (more != 0) {
      System.arraycopy(out.array(), start, out.array(), start + more, length);
    }
    out.position(start - 1);
    varint(length);
    out.position(start + more + length);
  }

  private void tag(int field, int wireType) {
    varint(field << 3 | wireType);
  }

  /// Zero is the default and not written.
  private void number(int field, long value) {
    if (value != 0) {
      tag(field, VARINT);
      varint(value);
    }
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  private void text(int field, String text) {
    bytes(field, text.getBytes(UTF_8));
  }

  private void bytes(int field, byte[] bytes) {
    tag(field, LENGTH);
    varint(bytes.length);
    out.put(bytes);
  }

  private static int zigZag(int value) {
    return value << 1 ^ value >> 31;
  }

  private static long zigZag(long value) {
    return value << 1 ^ value >> 63;
  }

  @Override
  public Object read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return switch (kind) {
      case FLAT -> quote(in);
      case TREE -> tree(in, in.limit());
      case NUMBERS -> numbers(in);
      case TEXTS -> texts(in);
    };
  }

  private static Quote quote(ByteBuffer in) {
    long id = 0;
    int kind = 0;
    String name = "";
    double price = 0;
    boolean live = false;
    long time = 0;
    int delta = 0;
    String venue = "";
    int count = 0;
    float share = 0;
    long client = 0;
    byte[] token = {};
    while (in.hasRemaining()) {
      int tag = (int) readVarint(in);
      switch (tag >>> 3) {
        case 1 -> id = readVarint(in);
        case 2 -> kind = (int) readVarint(in);
        case 3 -> name = readText(in);
        case 4 -> price = in.getDouble();
        case 5 -> live = readVarint(in) != 0;
        case 6 -> time = in.getLong();
        case 7 -> delta = (int) unZigZag(readVarint(in));
        case 8 -> venue = readText(in);
        case 9 -> count = (int) readVarint(in);
        case 10 -> share = in.getFloat();
        case 11 -> client = readVarint(in);
        case 12 -> {
          token = new byte[(int) readVarint(in)];
          in.get(token);
        }
        default -> throw unknown(tag);
      }
    }
    return new Quote(id, kind, name, price, live, time, delta, venue, count, share, client, token);
  }

  private static Tree tree(ByteBuffer in, int end) {
    int value = 0;
    String label = "";
    List<Tree> children = new ArrayList<>();
    while (in.position() < end) {
      int tag = (int) readVarint(in);
      switch (tag >>> 3) {
        case 1 -> value = (int) readVarint(in);
        case 2 -> label = readText(in);
        case 3 -> {
          int length = (int) readVarint(in);
          children.add(tree(in, in.position() + length));
        }
        default -> throw unknown(tag);
      }
    }
    return new Tree(value, label, children);
  }

  private static Numbers numbers(ByteBuffer in) {
    int[] counts = {};
    double[] prices = {};
    long[] deltas = {};
    while (in.hasRemaining()) {
      int tag = (int) readVarint(in);
      int end = (int) readVarint(in);
      end += in.position();
      switch (tag >>> 3) {
        case 1 -> {
          counts = new int[countVarints(in, end)];
          for (int i = 0; i < counts.length; i++) {
            counts[i] = (int) readVarint(in);
          }
        }
        case 2 -> {
          prices = new double[(end - in.position()) / Double.BYTES];
          for (int i = 0; i < prices.length; i++) {
            prices[i] = in.getDouble();
          }
        }
        case 3 -> {
          deltas = new long[countVarints(in, end)];
          for (int i = 0; i < deltas.length; i++) {
            deltas[i] = unZigZag(readVarint(in));
          }
        }
        default -> throw unknown(tag);
      }
    }
    return new Numbers(counts, prices, deltas);
  }

  private static Texts texts(ByteBuffer in) {
    List<String> lines = new ArrayList<>();
    Map<String, String> labels = new LinkedHashMap<>();
    String title = "";
    while (in.hasRemaining()) {
      int tag = (int) readVarint(in);
      switch (tag >>> 3) {
        case 1 -> lines.add(readText(in));
        case 2 -> {
          int length = (int) readVarint(in);
          int end = in.position() + length;
          String key = "";
          String value = "";
          while (in.position() < end) {
            if (readVarint(in) >>> 3 == 1) {
              key = readText(in);
            } else {
              value = readText(in);
            }
          }
          labels.put(key, value);
        }
        case 3 -> title = readText(in);
        default -> throw unknown(tag);
      }
    }
    return new Texts(lines, labels, title);
  }

  private static long readVarint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a varint is too long");
  }

  private static int countVarints(ByteBuffer in, int end) {
    int count = 0;
    for (int i = in.position(); i < end; i++) {
      count += in.get(i) >= 0 ? 1 : 0;
    }
    return count;
  }

  private static long unZigZag(long value) {
    return value >>> 1 ^ -(value & 1);
  }

  private static String readText(ByteBuffer in) {
    int length = (int) readVarint(in);
    String text = new String(in.array(), in.arrayOffset() + in.position(), length, UTF_8);
    in.position(in.position() + length);
    return text;
  }

  private static IllegalArgumentException unknown(int tag) {
    return new IllegalArgumentException("unknown field with tag " + tag);
  }
}
