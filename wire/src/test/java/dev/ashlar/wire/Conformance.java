// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.wire.internal.schema.Value;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The messages of `google/protobuf/test_messages_proto3.proto`, which the conformance suite is
/// made of, and of `conformance.proto`, in which its runner asks and is answered.
///
/// Fields that say how they are packed are arrays, others are lists.
@SuppressWarnings({"ArrayRecordComponent", "UnusedNestedClass"})
final class Conformance {
  static final ProtoType<Request> REQUEST = ProtoType.of(MethodHandles.lookup(), Request.class);
  static final ProtoType<Response> RESPONSE = ProtoType.of(MethodHandles.lookup(), Response.class);
  static final ProtoType<TestAllTypesProto3> ALL_TYPES =
      ProtoType.of(MethodHandles.lookup(), TestAllTypesProto3.class);

  /// The names that the suite has for [TestAllTypesProto3]: in a file of proto3, and in one of an
  /// edition that asks for the same.
  static final Set<String> ALL_TYPES_NAMES =
      Set.of(
          "protobuf_test_messages.proto3.TestAllTypesProto3",
          "protobuf_test_messages.editions.proto3.TestAllTypesProto3");

  private Conformance() {}

  enum WireFormat {
    UNSPECIFIED,
    PROTOBUF,
    JSON,
    JSPB,
    TEXT_FORMAT
  }

  sealed interface Payload {}

  record ProtobufPayload(@ProtoField(1) byte[] protobufPayload) implements Payload {}

  record JsonPayload(@ProtoField(2) String jsonPayload) implements Payload {}

  record JspbPayload(@ProtoField(7) String jspbPayload) implements Payload {}

  record TextPayload(@ProtoField(8) String textPayload) implements Payload {}

  record Request(
      @Nullable Payload payload,
      @ProtoField(3) ProtoEnum<WireFormat> requestedOutputFormat,
      @ProtoField(4) String messageType) {}

  sealed interface Result {}

  record ParseError(@ProtoField(1) String parseError) implements Result {}

  record RuntimeFault(@ProtoField(2) String runtimeError) implements Result {}

  record Written(@ProtoField(3) byte[] protobufPayload) implements Result {}

  record Skipped(@ProtoField(5) String skipped) implements Result {}

  record Response(@Nullable Result result) {}

  enum NestedEnum {
    @ProtoNumber(0)
    FOO,
    @ProtoNumber(1)
    BAR,
    @ProtoNumber(2)
    BAZ,
    @ProtoNumber(-1)
    NEG
  }

  /// Without the other names of the last constant.
  enum AliasedEnum {
    ALIAS_FOO,
    ALIAS_BAR,
    ALIAS_BAZ
  }

  enum ForeignEnum {
    FOREIGN_FOO,
    FOREIGN_BAR,
    FOREIGN_BAZ
  }

  enum NullValue {
    NULL_VALUE
  }

  record NestedMessage(
      @ProtoField(1) int a,
      @ProtoField(2) @Nullable TestAllTypesProto3 corecursive,
      UnknownFields unknown) {}

  record ForeignMessage(@ProtoField(1) int c, UnknownFields unknown) {}

  record BoolValue(@ProtoField(1) boolean value, UnknownFields unknown) {}

  record Int32Value(@ProtoField(1) int value, UnknownFields unknown) {}

  record Int64Value(@ProtoField(1) long value, UnknownFields unknown) {}

  record UInt32Value(
      @ProtoField(value = 1, type = FieldType.UINT32) int value, UnknownFields unknown) {}

  record UInt64Value(
      @ProtoField(value = 1, type = FieldType.UINT64) long value, UnknownFields unknown) {}

  record FloatValue(@ProtoField(1) float value, UnknownFields unknown) {}

  record DoubleValue(@ProtoField(1) double value, UnknownFields unknown) {}

  record StringValue(@ProtoField(1) String value, UnknownFields unknown) {}

  record BytesValue(@ProtoField(1) byte[] value, UnknownFields unknown) {}

  record Duration(@ProtoField(1) long seconds, @ProtoField(2) int nanos, UnknownFields unknown) {}

  record Timestamp(@ProtoField(1) long seconds, @ProtoField(2) int nanos, UnknownFields unknown) {}

  record FieldMask(@ProtoField(1) List<String> paths, UnknownFields unknown) {}

  record Struct(@ProtoField(1) Map<String, Value> fields, UnknownFields unknown) {}

  record Any(@ProtoField(1) String typeUrl, @ProtoField(2) byte[] value, UnknownFields unknown) {}

  record ListValue(@ProtoField(1) List<Value> values, UnknownFields unknown) {}

  sealed interface Kind {}

  record NullKind(@ProtoField(1) ProtoEnum<NullValue> nullValue) implements Kind {}

  record NumberKind(@ProtoField(2) double numberValue) implements Kind {}

  record StringKind(@ProtoField(3) String stringValue) implements Kind {}

  record BoolKind(@ProtoField(4) boolean boolValue) implements Kind {}

  record StructKind(@ProtoField(5) Struct structValue) implements Kind {}

  record ListKind(@ProtoField(6) ListValue listValue) implements Kind {}

  record Value(@Nullable Kind kind, UnknownFields unknown) {}

  sealed interface OneofField {}

  record OneofUint32(@ProtoField(value = 111, type = FieldType.UINT32) int oneofUint32)
      implements OneofField {}

  record OneofNestedMessage(@ProtoField(112) NestedMessage oneofNestedMessage)
      implements OneofField {}

  record OneofString(@ProtoField(113) String oneofString) implements OneofField {}

  record OneofBytes(@ProtoField(114) byte[] oneofBytes) implements OneofField {}

  record OneofBool(@ProtoField(115) boolean oneofBool) implements OneofField {}

  record OneofUint64(@ProtoField(value = 116, type = FieldType.UINT64) long oneofUint64)
      implements OneofField {}

  record OneofFloat(@ProtoField(117) float oneofFloat) implements OneofField {}

  record OneofDouble(@ProtoField(118) double oneofDouble) implements OneofField {}

  record OneofEnum(@ProtoField(119) ProtoEnum<NestedEnum> oneofEnum) implements OneofField {}

  record OneofNullValue(@ProtoField(120) ProtoEnum<NullValue> oneofNullValue)
      implements OneofField {}

  record TestAllTypesProto3(
      @ProtoField(1) int optionalInt32,
      @ProtoField(2) long optionalInt64,
      @ProtoField(value = 3, type = FieldType.UINT32) int optionalUint32,
      @ProtoField(value = 4, type = FieldType.UINT64) long optionalUint64,
      @ProtoField(value = 5, type = FieldType.SINT32) int optionalSint32,
      @ProtoField(value = 6, type = FieldType.SINT64) long optionalSint64,
      @ProtoField(value = 7, type = FieldType.FIXED32) int optionalFixed32,
      @ProtoField(value = 8, type = FieldType.FIXED64) long optionalFixed64,
      @ProtoField(value = 9, type = FieldType.SFIXED32) int optionalSfixed32,
      @ProtoField(value = 10, type = FieldType.SFIXED64) long optionalSfixed64,
      @ProtoField(11) float optionalFloat,
      @ProtoField(12) double optionalDouble,
      @ProtoField(13) boolean optionalBool,
      @ProtoField(14) String optionalString,
      @ProtoField(15) byte[] optionalBytes,
      @ProtoField(18) @Nullable NestedMessage optionalNestedMessage,
      @ProtoField(19) @Nullable ForeignMessage optionalForeignMessage,
      @ProtoField(21) ProtoEnum<NestedEnum> optionalNestedEnum,
      @ProtoField(22) ProtoEnum<ForeignEnum> optionalForeignEnum,
      @ProtoField(23) ProtoEnum<AliasedEnum> optionalAliasedEnum,
      @ProtoField(24) String optionalStringPiece,
      @ProtoField(25) String optionalCord,
      @ProtoField(27) @Nullable TestAllTypesProto3 recursiveMessage,
      @ProtoField(31) List<Integer> repeatedInt32,
      @ProtoField(32) List<Long> repeatedInt64,
      @ProtoField(value = 33, type = FieldType.UINT32) List<Integer> repeatedUint32,
      @ProtoField(value = 34, type = FieldType.UINT64) List<Long> repeatedUint64,
      @ProtoField(value = 35, type = FieldType.SINT32) List<Integer> repeatedSint32,
      @ProtoField(value = 36, type = FieldType.SINT64) List<Long> repeatedSint64,
      @ProtoField(value = 37, type = FieldType.FIXED32) List<Integer> repeatedFixed32,
      @ProtoField(value = 38, type = FieldType.FIXED64) List<Long> repeatedFixed64,
      @ProtoField(value = 39, type = FieldType.SFIXED32) List<Integer> repeatedSfixed32,
      @ProtoField(value = 40, type = FieldType.SFIXED64) List<Long> repeatedSfixed64,
      @ProtoField(41) List<Float> repeatedFloat,
      @ProtoField(42) List<Double> repeatedDouble,
      @ProtoField(43) List<Boolean> repeatedBool,
      @ProtoField(44) List<String> repeatedString,
      @ProtoField(45) List<byte[]> repeatedBytes,
      @ProtoField(48) List<NestedMessage> repeatedNestedMessage,
      @ProtoField(49) List<ForeignMessage> repeatedForeignMessage,
      @ProtoField(51) List<ProtoEnum<NestedEnum>> repeatedNestedEnum,
      @ProtoField(52) List<ProtoEnum<ForeignEnum>> repeatedForeignEnum,
      @ProtoField(54) List<String> repeatedStringPiece,
      @ProtoField(55) List<String> repeatedCord,
      @ProtoField(75) int[] packedInt32,
      @ProtoField(76) long[] packedInt64,
      @ProtoField(value = 77, type = FieldType.UINT32) int[] packedUint32,
      @ProtoField(value = 78, type = FieldType.UINT64) long[] packedUint64,
      @ProtoField(value = 79, type = FieldType.SINT32) int[] packedSint32,
      @ProtoField(value = 80, type = FieldType.SINT64) long[] packedSint64,
      @ProtoField(value = 81, type = FieldType.FIXED32) int[] packedFixed32,
      @ProtoField(value = 82, type = FieldType.FIXED64) long[] packedFixed64,
      @ProtoField(value = 83, type = FieldType.SFIXED32) int[] packedSfixed32,
      @ProtoField(value = 84, type = FieldType.SFIXED64) long[] packedSfixed64,
      @ProtoField(85) float[] packedFloat,
      @ProtoField(86) double[] packedDouble,
      @ProtoField(87) boolean[] packedBool,
      @ProtoField(88) List<ProtoEnum<NestedEnum>> packedNestedEnum,
      @ProtoField(value = 89, packed = false) int[] unpackedInt32,
      @ProtoField(value = 90, packed = false) long[] unpackedInt64,
      @ProtoField(value = 91, type = FieldType.UINT32, packed = false) int[] unpackedUint32,
      @ProtoField(value = 92, type = FieldType.UINT64, packed = false) long[] unpackedUint64,
      @ProtoField(value = 93, type = FieldType.SINT32, packed = false) int[] unpackedSint32,
      @ProtoField(value = 94, type = FieldType.SINT64, packed = false) long[] unpackedSint64,
      @ProtoField(value = 95, type = FieldType.FIXED32, packed = false) int[] unpackedFixed32,
      @ProtoField(value = 96, type = FieldType.FIXED64, packed = false) long[] unpackedFixed64,
      @ProtoField(value = 97, type = FieldType.SFIXED32, packed = false) int[] unpackedSfixed32,
      @ProtoField(value = 98, type = FieldType.SFIXED64, packed = false) long[] unpackedSfixed64,
      @ProtoField(value = 99, packed = false) float[] unpackedFloat,
      @ProtoField(value = 100, packed = false) double[] unpackedDouble,
      @ProtoField(value = 101, packed = false) boolean[] unpackedBool,
      @ProtoField(value = 102, packed = false) List<ProtoEnum<NestedEnum>> unpackedNestedEnum,
      @ProtoField(56) Map<Integer, Integer> mapInt32Int32,
      @ProtoField(57) Map<Long, Long> mapInt64Int64,
      @ProtoField(value = 58, keyType = FieldType.UINT32, type = FieldType.UINT32)
          Map<Integer, Integer> mapUint32Uint32,
      @ProtoField(value = 59, keyType = FieldType.UINT64, type = FieldType.UINT64)
          Map<Long, Long> mapUint64Uint64,
      @ProtoField(value = 60, keyType = FieldType.SINT32, type = FieldType.SINT32)
          Map<Integer, Integer> mapSint32Sint32,
      @ProtoField(value = 61, keyType = FieldType.SINT64, type = FieldType.SINT64)
          Map<Long, Long> mapSint64Sint64,
      @ProtoField(value = 62, keyType = FieldType.FIXED32, type = FieldType.FIXED32)
          Map<Integer, Integer> mapFixed32Fixed32,
      @ProtoField(value = 63, keyType = FieldType.FIXED64, type = FieldType.FIXED64)
          Map<Long, Long> mapFixed64Fixed64,
      @ProtoField(value = 64, keyType = FieldType.SFIXED32, type = FieldType.SFIXED32)
          Map<Integer, Integer> mapSfixed32Sfixed32,
      @ProtoField(value = 65, keyType = FieldType.SFIXED64, type = FieldType.SFIXED64)
          Map<Long, Long> mapSfixed64Sfixed64,
      @ProtoField(66) Map<Integer, Float> mapInt32Float,
      @ProtoField(67) Map<Integer, Double> mapInt32Double,
      @ProtoField(68) Map<Boolean, Boolean> mapBoolBool,
      @ProtoField(69) Map<String, String> mapStringString,
      @ProtoField(70) Map<String, byte[]> mapStringBytes,
      @ProtoField(71) Map<String, NestedMessage> mapStringNestedMessage,
      @ProtoField(72) Map<String, ForeignMessage> mapStringForeignMessage,
      @ProtoField(73) Map<String, ProtoEnum<NestedEnum>> mapStringNestedEnum,
      @ProtoField(74) Map<String, ProtoEnum<ForeignEnum>> mapStringForeignEnum,
      @Nullable OneofField oneofField,
      @ProtoField(201) @Nullable BoolValue optionalBoolWrapper,
      @ProtoField(202) @Nullable Int32Value optionalInt32Wrapper,
      @ProtoField(203) @Nullable Int64Value optionalInt64Wrapper,
      @ProtoField(204) @Nullable UInt32Value optionalUint32Wrapper,
      @ProtoField(205) @Nullable UInt64Value optionalUint64Wrapper,
      @ProtoField(206) @Nullable FloatValue optionalFloatWrapper,
      @ProtoField(207) @Nullable DoubleValue optionalDoubleWrapper,
      @ProtoField(208) @Nullable StringValue optionalStringWrapper,
      @ProtoField(209) @Nullable BytesValue optionalBytesWrapper,
      @ProtoField(211) List<BoolValue> repeatedBoolWrapper,
      @ProtoField(212) List<Int32Value> repeatedInt32Wrapper,
      @ProtoField(213) List<Int64Value> repeatedInt64Wrapper,
      @ProtoField(214) List<UInt32Value> repeatedUint32Wrapper,
      @ProtoField(215) List<UInt64Value> repeatedUint64Wrapper,
      @ProtoField(216) List<FloatValue> repeatedFloatWrapper,
      @ProtoField(217) List<DoubleValue> repeatedDoubleWrapper,
      @ProtoField(218) List<StringValue> repeatedStringWrapper,
      @ProtoField(219) List<BytesValue> repeatedBytesWrapper,
      @ProtoField(301) @Nullable Duration optionalDuration,
      @ProtoField(302) @Nullable Timestamp optionalTimestamp,
      @ProtoField(303) @Nullable FieldMask optionalFieldMask,
      @ProtoField(304) @Nullable Struct optionalStruct,
      @ProtoField(305) @Nullable Any optionalAny,
      @ProtoField(306) @Nullable Value optionalValue,
      @ProtoField(307) ProtoEnum<NullValue> optionalNullValue,
      @ProtoField(311) List<Duration> repeatedDuration,
      @ProtoField(312) List<Timestamp> repeatedTimestamp,
      @ProtoField(313) List<FieldMask> repeatedFieldmask,
      @ProtoField(324) List<Struct> repeatedStruct,
      @ProtoField(315) List<Any> repeatedAny,
      @ProtoField(316) List<Value> repeatedValue,
      @ProtoField(317) List<ListValue> repeatedListValue,
      @ProtoField(401) int fieldname1,
      @ProtoField(402) int fieldName2,
      @ProtoField(value = 403, name = "_field_name3") int fieldName3,
      @ProtoField(value = 404, name = "field__name4_") int fieldName4,
      @ProtoField(405) int field0name5,
      @ProtoField(value = 406, name = "field_0_name6") int field0Name6,
      @ProtoField(value = 407, name = "fieldName7") int fieldName7,
      @ProtoField(value = 408, name = "FieldName8") int fieldName8,
      @ProtoField(value = 409, name = "field_Name9") int fieldName9,
      @ProtoField(value = 410, name = "Field_Name10") int fieldName10,
      @ProtoField(value = 411, name = "FIELD_NAME11") int fIELDNAME11,
      @ProtoField(value = 412, name = "FIELD_name12") int fIELDName12,
      @ProtoField(value = 413, name = "__field_name13") int fieldName13,
      @ProtoField(value = 414, name = "__Field_name14") int fieldName14,
      @ProtoField(value = 415, name = "field__name15") int fieldName15,
      @ProtoField(value = 416, name = "field__Name16") int fieldName16,
      @ProtoField(value = 417, name = "field_name17__") int fieldName17,
      @ProtoField(value = 418, name = "Field_name18__") int fieldName18,
      UnknownFields unknown) {}
}
