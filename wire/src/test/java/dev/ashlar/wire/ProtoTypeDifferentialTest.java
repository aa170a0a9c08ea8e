// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.Seeded;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Records and protobuf-java's messages from a descriptor say the same.
@ExtendWith(Seeded.class)
class ProtoTypeDifferentialTest {
  private static final int MESSAGES = 150;

  private static final Descriptor EVERYTHING =
      ProtoSources.file(Sample.SOURCE).findMessageTypeByName("Everything");

  @Test
  void randomMessages(RandomGenerator random) throws Exception {
    for (int i = 0; i < MESSAGES; i++) {
      DynamicMessage message = message(random, EVERYTHING, 4);
      byte[] bytes = message.toByteArray();
      Sample.Everything ours = Sample.EVERYTHING.parse(bytes);
      byte[] written = Sample.EVERYTHING.toByteArray(ours);
      assertThat(DynamicMessage.parseFrom(EVERYTHING, written)).isEqualTo(message);
      // Without maps, whose order is free, the very bytes are the same.
      if (!message.toString().contains("maps")) {
        assertThat(written).isEqualTo(bytes);
      }
    }
  }

  @Test
  void memoryThatIsNoArray(RandomGenerator random) throws Exception {
    for (int i = 0; i < MESSAGES / 4; i++) {
      DynamicMessage message = message(random, EVERYTHING, 5);
      byte[] bytes = message.toByteArray();
      Bytes words =
          Bytes.of(MemorySegment.ofArray(new long[bytes.length / 8 + 1])).asSlice(0, bytes.length);
      words.copyFrom(0, bytes, 0, bytes.length);
      byte[] written = Sample.EVERYTHING.toByteArray(Sample.EVERYTHING.parse(words));
      assertThat(DynamicMessage.parseFrom(EVERYTHING, written)).isEqualTo(message);
    }
  }

  /// Fields that are stored together need more room at once than each by itself.
  @Test
  void arraysOfTheExactSizeAndSmallBuffers(RandomGenerator random) throws Exception {
    for (int i = 0; i < MESSAGES; i++) {
      Sample.Everything message =
          Sample.EVERYTHING.parse(message(random, EVERYTHING, 2).toByteArray());
      byte[] expected = Sample.EVERYTHING.toByteArray(message);
      byte[] exact = new byte[expected.length + 6];
      ProtoWriter writer = ProtoWriter.of(exact, 3, expected.length);
      Sample.EVERYTHING.write(message, writer);
      assertThat(writer.toByteArray()).isEqualTo(expected);
      assertThat(new byte[] {exact[0], exact[1], exact[2]}).containsOnly(0);
      assertThat(Arrays.copyOfRange(exact, expected.length + 3, exact.length)).containsOnly(0);
      if (expected.length > 0) {
        ProtoWriter less = ProtoWriter.of(new byte[random.nextInt(expected.length)]);
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> Sample.EVERYTHING.write(message, less));
        assertThat(less.byteSize()).isZero();
      }
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      ProtoWriter flowing = ProtoWriter.of(stream, largestNested(expected) + random.nextInt(600));
      Sample.EVERYTHING.write(message, flowing);
      flowing.finish();
      assertThat(stream.toByteArray()).isEqualTo(expected);
    }
  }

  /// {@return the least buffer for a message whose fields are messages}
  private static int largestNested(byte[] message) {
    int largest = 15;
    ProtoReader reader = ProtoReader.of(message);
    for (int tag = reader.readTag(); tag != 0; tag = reader.readTag()) {
      largest = Math.max(largest, 15 + reader.readByteArray().length);
    }
    return largest;
  }

  @Test
  void messagesInPartsAreMerged(RandomGenerator random) throws Exception {
    for (int i = 0; i < MESSAGES; i++) {
      byte[] first = message(random, EVERYTHING, 2).toByteArray();
      byte[] second = message(random, EVERYTHING, 2).toByteArray();
      byte[] both = Arrays.copyOf(first, first.length + second.length);
      System.arraycopy(second, 0, both, first.length, second.length);
      DynamicMessage expected = DynamicMessage.parseFrom(EVERYTHING, both);
      assertThat(theirs(Sample.EVERYTHING.parse(both))).isEqualTo(expected);
      Sample.Everything base = Sample.EVERYTHING.parse(first);
      byte[] before = Sample.EVERYTHING.toByteArray(base);
      Sample.Everything merged = Sample.EVERYTHING.merge(base, ProtoReader.of(second));
      assertThat(theirs(merged)).isEqualTo(expected);
      assertThat(Sample.EVERYTHING.toByteArray(base)).isEqualTo(before);
    }
  }

  @Test
  void damagedMessages(RandomGenerator random) {
    int refused = 0;
    for (int i = 0; i < 10 * MESSAGES; i++) {
      byte[] bytes = Damage.to(random, message(random, EVERYTHING, 2).toByteArray());
      refused += assertParsedAlike(bytes) ? 0 : 1;
    }
    assertThat(refused).isBetween(MESSAGES / 10, MESSAGES * 10);
  }

  /// {@return whether the bytes are a message for both, or are of the varints that protobuf-java
  /// takes on its fast path only}
  static boolean assertParsedAlike(byte[] bytes) {
    DynamicMessage expected = parsed(bytes);
    Sample.@Nullable Everything ours;
    try {
      ours = Sample.EVERYTHING.parse(bytes);
    } catch (ProtoFormatException malformed) {
      ours = null;
    }
    if (ours == null && expected != null && Damage.isLongVarint(bytes)) {
      return true;
    }
    assertThat(ours == null).as(() -> Arrays.toString(bytes)).isEqualTo(expected == null);
    if (ours == null) {
      return false;
    }
    assertThat(theirs(ours)).as(() -> Arrays.toString(bytes)).isEqualTo(expected);
    return true;
  }

  @Test
  void everyTruncation(RandomGenerator random) {
    for (int i = 0; i < 6; i++) {
      byte[] whole = message(random, EVERYTHING, 2).toByteArray();
      for (int length = 0; length < Math.min(300, whole.length); length++) {
        byte[] bytes = Arrays.copyOf(whole, length);
        DynamicMessage expected = parsed(bytes);
        Sample.@Nullable Everything ours;
        try {
          ours = Sample.EVERYTHING.parse(whole, 0, length);
        } catch (ProtoFormatException malformed) {
          ours = null;
        }
        assertThat(ours == null ? null : theirs(ours)).isEqualTo(expected);
      }
    }
  }

  private static @Nullable DynamicMessage parsed(byte[] bytes) {
    try {
      return DynamicMessage.parseFrom(EVERYTHING, bytes);
    } catch (InvalidProtocolBufferException refused) {
      return null;
    }
  }

  private static DynamicMessage theirs(Sample.Everything ours) {
    DynamicMessage message = parsed(Sample.EVERYTHING.toByteArray(ours));
    if (message == null) {
      throw new AssertionError("not readable: " + ours);
    }
    return message;
  }

  private static DynamicMessage message(RandomGenerator random, Descriptor type, int depth) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    int fields = type.getFields().size();
    double share = random.nextDouble();
    for (FieldDescriptor field : type.getFields()) {
      boolean nested = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
      if (random.nextDouble() > share || (nested && depth == 0)) {
        continue;
      }
      if (field.isMapField()) {
        for (int i = random.nextInt(4); i >= 0; i--) {
          message.addRepeatedField(field, entry(random, field.getMessageType(), depth));
        }
      } else if (field.isRepeated()) {
        int most = nested ? fields > 6 && depth > 2 ? 2 : 4 : 1 << random.nextInt(7);
        for (int i = random.nextInt(most); i >= 0; i--) {
          message.addRepeatedField(field, value(random, field, depth));
        }
      } else {
        message.setField(field, value(random, field, depth));
      }
    }
    // Through the encoding, so that a key that came twice is there once.
    DynamicMessage decoded = parse(type, message.build().toByteArray());
    return decoded;
  }

  private static DynamicMessage parse(Descriptor type, byte[] bytes) {
    try {
      return DynamicMessage.parseFrom(type, bytes);
    } catch (InvalidProtocolBufferException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static DynamicMessage entry(RandomGenerator random, Descriptor type, int depth) {
    DynamicMessage.Builder entry = DynamicMessage.newBuilder(type);
    for (FieldDescriptor field : type.getFields()) {
      entry.setField(field, value(random, field, depth));
    }
    return entry.build();
  }

  private static Object value(RandomGenerator random, FieldDescriptor field, int depth) {
    long number = random.nextInt(4) == 0 ? 0 : Messages.number(random);
    return switch (field.getJavaType()) {
      case INT -> (int) number;
      case LONG -> number;
      case FLOAT -> random.nextInt(9) == 0 ? -0.0f : (float) number;
      case DOUBLE -> random.nextInt(9) == 0 ? Double.NaN : (double) number;
      case BOOLEAN -> random.nextBoolean();
      case STRING -> number == 0 ? "" : Messages.text(random).replace("\uD800", "?");
      case BYTE_STRING -> ByteString.copyFrom(Messages.bytes(random));
      case ENUM -> {
        EnumDescriptor type = field.getEnumType();
        yield random.nextBoolean()
            ? type.getValues().get(random.nextInt(type.getValues().size()))
            : type.findValueByNumberCreatingIfUnknown((int) number);
      }
      case MESSAGE -> message(random, field.getMessageType(), depth - 1);
    };
  }
}
