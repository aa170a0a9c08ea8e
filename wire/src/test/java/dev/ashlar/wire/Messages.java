// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import com.google.protobuf.CodedOutputStream;
import dev.ashlar.wire.internal.encoding.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.random.RandomGenerator;

/// Random messages: what to write, as calls of ours and as what protobuf-java makes of it.
final class Messages {
  private static final String[] PIECES = {"a", "metric", "é", "日本", "\uD83D\uDE00", " ", "\uD800"};

  private Messages() {}

  /// One field or what is nested in one.
  interface Call {
    void write(ProtoWriter writer);

    void expect(CodedOutputStream expected) throws IOException;
  }

  /// {@return the bytes that protobuf-java makes of `calls`}
  static byte[] expected(Call... calls) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      for (Call call : calls) {
        call.expect(out);
      }
      out.flush();
      return bytes.toByteArray();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  static Call[] message(RandomGenerator random, int depth) {
    Call[] calls = new Call[random.nextInt(8)];
    for (int i = 0; i < calls.length; i++) {
      calls[i] = call(random, depth);
    }
    return calls;
  }

  static int field(RandomGenerator random) {
    int field = 1 + (random.nextInt() >>> (3 + random.nextInt(29)));
    return Wire.fieldFault(field) == null ? field : 5;
  }

  /// Of every magnitude and either sign.
  static long number(RandomGenerator random) {
    long magnitude = random.nextLong() >>> random.nextInt(64);
    return random.nextBoolean() ? magnitude : -magnitude;
  }

  static String text(RandomGenerator random) {
    int pieces = 1 << random.nextInt(9) >> 1;
    boolean ascii = random.nextBoolean();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES[random.nextInt(ascii ? 2 : PIECES.length)]);
    }
    return text.toString();
  }

  static byte[] bytes(RandomGenerator random) {
    byte[] bytes = new byte[random.nextInt(1 << random.nextInt(12))];
    random.nextBytes(bytes);
    return bytes;
  }

  private static Call call(RandomGenerator random, int depth) {
    int field = field(random);
    long number = number(random);
    int small = (int) number;
    return switch (random.nextInt(depth > 0 ? 20 : 17)) {
      case 0 -> of(w -> w.writeInt32(field, small), c -> c.writeInt32(field, small));
      case 1 -> of(w -> w.writeInt64(field, number), c -> c.writeInt64(field, number));
      case 2 -> of(w -> w.writeUint32(field, small), c -> c.writeUInt32(field, small));
      case 3 -> of(w -> w.writeUint64(field, number), c -> c.writeUInt64(field, number));
      case 4 -> of(w -> w.writeSint32(field, small), c -> c.writeSInt32(field, small));
      case 5 -> of(w -> w.writeSint64(field, number), c -> c.writeSInt64(field, number));
      case 6 -> of(w -> w.writeFixed32(field, small), c -> c.writeFixed32(field, small));
      case 7 -> of(w -> w.writeSfixed32(field, small), c -> c.writeSFixed32(field, small));
      case 8 -> of(w -> w.writeFixed64(field, number), c -> c.writeFixed64(field, number));
      case 9 -> of(w -> w.writeSfixed64(field, number), c -> c.writeSFixed64(field, number));
      case 10 -> of(w -> w.writeFloat(field, small), c -> c.writeFloat(field, small));
      case 11 -> of(w -> w.writeDouble(field, small), c -> c.writeDouble(field, small));
      case 12 -> of(w -> w.writeBool(field, small < 0), c -> c.writeBool(field, small < 0));
      case 13 -> of(w -> w.writeEnum(field, small), c -> c.writeEnum(field, small));
      case 14, 15 -> {
        String text = text(random);
        yield of(w -> w.writeString(field, text), c -> c.writeString(field, text));
      }
      case 16 -> {
        byte[] bytes = bytes(random);
        yield of(w -> w.writeBytes(field, bytes), c -> c.writeByteArray(field, bytes));
      }
      case 17 -> packed(random, field);
      default -> nested(random, field, message(random, depth - 1));
    };
  }

  private static Call nested(RandomGenerator random, int field, Call[] calls) {
    byte[] content = expected(calls);
    boolean declared = random.nextInt(4) == 0;
    return of(
        w -> {
          if (declared) {
            w.beginMessage(field, content.length);
          } else {
            w.beginMessage(field);
          }
          for (Call call : calls) {
            call.write(w);
          }
          w.endMessage();
        },
        c -> c.writeByteArray(field, content));
  }

  private static Call packed(RandomGenerator random, int field) {
    long[] longs = new long[1 + random.nextInt(1 << random.nextInt(8))];
    int[] ints = new int[longs.length];
    double[] doubles = new double[longs.length];
    float[] floats = new float[longs.length];
    boolean[] booleans = new boolean[longs.length];
    for (int i = 0; i < longs.length; i++) {
      longs[i] = number(random);
      ints[i] = (int) longs[i];
      doubles[i] = random.nextDouble();
      floats[i] = (float) doubles[i];
      booleans[i] = ints[i] > 0;
    }
    return switch (random.nextInt(12)) {
      case 0 ->
          run(
              field,
              ints.length,
              w -> w.writePackedInt32(field, ints),
              (c, i) -> c.writeInt32NoTag(ints[i]));
      case 1 ->
          run(
              field,
              ints.length,
              w -> w.writePackedUint32(field, ints),
              (c, i) -> c.writeUInt32NoTag(ints[i]));
      case 2 ->
          run(
              field,
              ints.length,
              w -> w.writePackedSint32(field, ints),
              (c, i) -> c.writeSInt32NoTag(ints[i]));
      case 3 ->
          run(
              field,
              ints.length,
              w -> w.writePackedFixed32(field, ints),
              (c, i) -> c.writeFixed32NoTag(ints[i]));
      case 4 ->
          run(
              field,
              ints.length,
              w -> w.writePackedInt64(field, longs),
              (c, i) -> c.writeInt64NoTag(longs[i]));
      case 5 ->
          run(
              field,
              ints.length,
              w -> w.writePackedSint64(field, longs),
              (c, i) -> c.writeSInt64NoTag(longs[i]));
      case 6 ->
          run(
              field,
              ints.length,
              w -> w.writePackedSfixed64(field, longs),
              (c, i) -> c.writeFixed64NoTag(longs[i]));
      case 7 ->
          run(
              field,
              ints.length,
              w -> w.writePackedDouble(field, doubles),
              (c, i) -> c.writeDoubleNoTag(doubles[i]));
      case 8 ->
          run(
              field,
              ints.length,
              w -> w.writePackedFloat(field, floats),
              (c, i) -> c.writeFloatNoTag(floats[i]));
      case 9 ->
          run(
              field,
              ints.length,
              w -> w.writePackedBool(field, booleans),
              (c, i) -> c.writeBoolNoTag(booleans[i]));
      case 10 ->
          run(
              field,
              ints.length,
              w -> w.writePackedUint64(field, longs),
              (c, i) -> c.writeUInt64NoTag(longs[i]));
      default ->
          run(
              field,
              ints.length,
              w -> {
                w.beginPacked(field);
                for (int i : ints) {
                  w.addSint32(i);
                }
                w.endPacked();
              },
              (c, i) -> c.writeSInt32NoTag(ints[i]));
    };
  }

  private interface Element {
    void write(CodedOutputStream out, int i) throws IOException;
  }

  private static Call run(int field, int count, Ours ours, Element element) {
    byte[] content =
        expected(
            of(
                w -> {},
                c -> {
                  for (int i = 0; i < count; i++) {
                    element.write(c, i);
                  }
                }));
    return of(ours, c -> c.writeByteArray(field, content));
  }

  private interface Ours {
    void write(ProtoWriter writer);
  }

  private interface Theirs {
    void write(CodedOutputStream out) throws IOException;
  }

  private static Call of(Ours ours, Theirs theirs) {
    return new Call() {
      @Override
      public void write(ProtoWriter writer) {
        ours.write(writer);
      }

      @Override
      public void expect(CodedOutputStream expected) throws IOException {
        theirs.write(expected);
      }
    };
  }
}
