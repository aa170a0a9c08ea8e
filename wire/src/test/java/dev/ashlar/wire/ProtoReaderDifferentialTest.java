// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.Seeded;
import dev.ashlar.wire.internal.encoding.Wire;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What protobuf-java reads is read alike, and what it refuses is refused.
///
/// Both walk over the same bytes with the same plan: what a field is taken for depends on its
/// number, so that values of all types and messages are looked for where there are others.
///
/// On its fast path protobuf-java takes the tenth byte of a varint for the last one if it is odd,
/// though its top bit says that more follow, and refuses the same bytes near the end of the input.
/// With a buffer too small for that path it refuses them always, as we do.
@ExtendWith(Seeded.class)
class ProtoReaderDifferentialTest {
  private static final int MESSAGES = 2_000;

  @Test
  void randomMessagesAndWhatBecomesOfThem(RandomGenerator random) {
    int refused = 0;
    for (int i = 0; i < MESSAGES; i++) {
      byte[] bytes = Damage.to(random, Messages.expected(Messages.message(random, 4)));
      refused += assertReadAlike(bytes) ? 0 : 1;
    }
    assertThat(refused).isBetween(MESSAGES / 20, MESSAGES * 19 / 20);
  }

  /// {@return whether both readers accept the bytes}
  static boolean assertReadAlike(byte[] bytes) {
    List<Object> expected = theirs(bytes);
    assertThat(ours(ProtoReader.of(bytes))).as(() -> Arrays.toString(bytes)).isEqualTo(expected);
    return !expected.equals(REFUSED);
  }

  @Test
  void otherMemoryThanArrays(RandomGenerator random) {
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < MESSAGES / 20; i++) {
        byte[] bytes = Damage.to(random, large(random));
        Bytes array = Bytes.of(new byte[bytes.length + 9], 5, bytes.length);
        Bytes words =
            Bytes.of(MemorySegment.ofArray(new long[bytes.length / 8 + 1]))
                .asSlice(0, bytes.length);
        Bytes memory = Bytes.of(arena.allocate(bytes.length + 1)).asSlice(1);
        List<Object> expected = theirs(bytes);
        for (Bytes kind : List.of(array, words, memory)) {
          kind.copyFrom(0, bytes, 0, bytes.length);
          assertThat(ours(ProtoReader.of(kind))).isEqualTo(expected);
          assertThat(ours(ProtoReader.of(kind.asReadOnly()))).isEqualTo(expected);
        }
      }
    }
  }

  /// Several windows.
  private static byte[] large(RandomGenerator random) {
    byte[] bytes = Messages.expected(Messages.message(random, 4));
    while (bytes.length < 10_000 && random.nextInt(50) != 0) {
      byte[] more = Messages.expected(Messages.message(random, 4));
      byte[] all = Arrays.copyOf(bytes, bytes.length + more.length);
      System.arraycopy(more, 0, all, bytes.length, more.length);
      bytes = all;
    }
    return bytes;
  }

  @Test
  void everyTruncation(RandomGenerator random) {
    for (int i = 0; i < 10; i++) {
      byte[] whole = Messages.expected(Messages.message(random, 3));
      for (int length = 0; length < Math.min(whole.length, 2_000); length++) {
        byte[] bytes = Arrays.copyOf(whole, length);
        assertThat(ours(ProtoReader.of(whole, 0, length))).isEqualTo(theirs(bytes));
      }
    }
  }

  @Test
  void whatIsUnknownIsSkippedAlike(RandomGenerator random) {
    for (int i = 0; i < MESSAGES; i++) {
      byte[] bytes = Damage.to(random, Messages.expected(Messages.message(random, 3)));
      boolean accepted = true;
      try {
        assertThat(UnknownFieldSet.parseFrom(bytes)).isNotNull();
        assertThat(UnknownFieldSet.newBuilder().mergeFrom(Damage.slow(bytes))).isNotNull();
      } catch (IOException refused) {
        accepted = false;
      }
      assertThat(skips(bytes)).as(() -> Arrays.toString(bytes)).isEqualTo(accepted);
    }
  }

  @Test
  void groupsAndMessagesNestToTheSameDepth() {
    for (int depth = 95; depth < 105; depth++) {
      byte[] groups = new byte[2 * depth];
      Arrays.fill(groups, 0, depth, (byte) 0x0B);
      Arrays.fill(groups, depth, 2 * depth, (byte) 0x0C);
      boolean accepted = true;
      try {
        assertThat(UnknownFieldSet.parseFrom(groups)).isNotNull();
      } catch (InvalidProtocolBufferException refused) {
        accepted = false;
      }
      assertThat(skips(groups)).isEqualTo(accepted);
    }
  }

  private static boolean skips(byte[] bytes) {
    ProtoReader reader = ProtoReader.of(bytes);
    try {
      for (int tag = reader.readTag(); tag != 0; tag = reader.readTag()) {
        reader.skipField(tag);
      }
      return true;
    } catch (ProtoFormatException refused) {
      return false;
    }
  }

  private record Refused() {}

  private static final List<Object> REFUSED = List.of(new Refused());

  private static List<Object> ours(ProtoReader reader) {
    List<Object> seen = new ArrayList<>();
    try {
      walk(reader, seen);
      seen.add("all");
    } catch (ProtoFormatException refused) {
      return REFUSED;
    }
    return seen;
  }

  private static void walk(ProtoReader in, List<Object> seen) {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int field = ProtoReader.fieldNumber(tag);
      seen.add(tag);
      @Nullable Object value =
          switch (ProtoReader.wireType(tag)) {
            case Wire.VARINT ->
                switch (field % 6) {
                  case 0 -> in.readInt32();
                  case 1 -> in.readSint32();
                  case 2 -> in.readSint64();
                  case 3 -> in.readBool();
                  case 4 -> in.readEnum();
                  default -> in.readUint64();
                };
            case Wire.FIXED32 ->
                field % 2 == 0 ? in.readFixed32() : Float.floatToRawIntBits(in.readFloat());
            case Wire.FIXED64 ->
                field % 2 == 0 ? in.readSfixed64() : Double.doubleToRawLongBits(in.readDouble());
            case Wire.LENGTH ->
                switch (field % 5) {
                  case 0 -> in.readString();
                  case 1 -> Arrays.hashCode(in.readByteArray());
                  case 2 -> {
                    long begun = in.beginMessage();
                    walk(in, seen);
                    in.endMessage(begun);
                    yield "end";
                  }
                  case 3 -> {
                    long begun = in.beginPacked();
                    while (in.hasRemaining()) {
                      seen.add(in.readSint64());
                    }
                    in.endPacked(begun);
                    yield "end";
                  }
                  default -> {
                    Bytes bytes = in.readBytes();
                    byte[] copy = new byte[(int) bytes.byteSize()];
                    bytes.copyTo(0, copy, 0, copy.length);
                    yield Arrays.hashCode(copy);
                  }
                };
            default -> {
              in.skipField(tag);
              yield "skipped";
            }
          };
      seen.add(value);
    }
  }

  private static List<Object> theirs(byte[] bytes) {
    List<Object> seen = theirs(CodedInputStream.newInstance(bytes));
    return theirs(Damage.slow(bytes)).getLast() instanceof Refused ? REFUSED : seen;
  }

  private static List<Object> theirs(CodedInputStream in) {
    List<Object> seen = new ArrayList<>();
    try {
      walk(in, seen);
      in.checkLastTagWas(0);
      seen.add("all");
    } catch (IOException refused) {
      return REFUSED;
    }
    return seen;
  }

  private static void walk(CodedInputStream in, List<Object> seen) throws IOException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int field = ProtoReader.fieldNumber(tag);
      seen.add(tag);
      @Nullable Object value =
          switch (ProtoReader.wireType(tag)) {
            case Wire.VARINT ->
                switch (field % 6) {
                  case 0 -> in.readInt32();
                  case 1 -> in.readSInt32();
                  case 2 -> in.readSInt64();
                  case 3 -> in.readBool();
                  case 4 -> in.readEnum();
                  default -> in.readUInt64();
                };
            case Wire.FIXED32 ->
                field % 2 == 0 ? in.readFixed32() : Float.floatToRawIntBits(in.readFloat());
            case Wire.FIXED64 ->
                field % 2 == 0 ? in.readSFixed64() : Double.doubleToRawLongBits(in.readDouble());
            case Wire.LENGTH ->
                switch (field % 5) {
                  case 0 -> in.readStringRequireUtf8();
                  case 1, 4 -> Arrays.hashCode(in.readByteArray());
                  case 2 -> {
                    int limit = in.pushLimit(in.readRawVarint32());
                    walk(in, seen);
                    in.checkLastTagWas(0);
                    in.popLimit(limit);
                    yield "end";
                  }
                  default -> {
                    int limit = in.pushLimit(in.readRawVarint32());
                    while (in.getBytesUntilLimit() > 0) {
                      seen.add(in.readSInt64());
                    }
                    in.popLimit(limit);
                    yield "end";
                  }
                };
            default -> {
              if (!in.skipField(tag)) {
                throw new InvalidProtocolBufferException("a group ends that is not open");
              }
              yield "skipped";
            }
          };
      seen.add(value);
    }
  }
}
