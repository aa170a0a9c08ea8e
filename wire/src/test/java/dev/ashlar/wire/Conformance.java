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

  record ProtobufPayload(@ProtoField(number = 1) byte[] protobufPayload) implements Payload {}

  record JsonPayload(@ProtoField(number = 2) String jsonPayload) implements Payload {}

  record JspbPayload(@ProtoField(number = 7) String jspbPayload) implements Payload {}

  record TextPayload(@ProtoField(number = 8) String textPayload) implements Payload {}

  record Request(
      @Nullable Payload payload,
      @ProtoField(number = 3) ProtoEnum<WireFormat> requestedOutputFormat,
      @ProtoField(number = 4) String messageType) {}

  sealed interface Result {}

  record ParseError(@ProtoField(number = 1) String parseError) implements Result {}

  record RuntimeFault(@ProtoField(number = 2) String runtimeError) implements Result {}

  record Written(@ProtoField(number = 3) byte[] protobufPayload) implements Result {}

  record Skipped(@ProtoField(number = 5) String skipped) implements Result {}

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
      @ProtoField(number = 1) int a,
      @ProtoField(number = 2) @Nullable TestAllTypesProto3 corecursive,
      UnknownFields unknown) {}

  record ForeignMessage(@ProtoField(number = 1) int c, UnknownFields unknown) {}

  record BoolValue(@ProtoField(number = 1) boolean value, UnknownFields unknown) {}

  record Int32Value(@ProtoField(number = 1) int value, UnknownFields unknown) {}

  record Int64Value(@ProtoField(number = 1) long value, UnknownFields unknown) {}

  record UInt32Value(
      @ProtoField(number = 1, type = FieldType.UINT32) int value, UnknownFields unknown) {}

  record UInt64Value(
      @ProtoField(number = 1, type = FieldType.UINT64) long value, UnknownFields unknown) {}

  record FloatValue(@ProtoField(number = 1) float value, UnknownFields unknown) {}

  record DoubleValue(@ProtoField(number = 1) double value, UnknownFields unknown) {}

  record StringValue(@ProtoField(number = 1) String value, UnknownFields unknown) {}

  record BytesValue(@ProtoField(number = 1) byte[] value, UnknownFields unknown) {}

  record Duration(
      @ProtoField(number = 1) long seconds,
      @ProtoField(number = 2) int nanos,
      UnknownFields unknown) {}

  record Timestamp(
      @ProtoField(number = 1) long seconds,
      @ProtoField(number = 2) int nanos,
      UnknownFields unknown) {}

  record FieldMask(@ProtoField(number = 1) List<String> paths, UnknownFields unknown) {}

  record Struct(@ProtoField(number = 1) Map<String, Value> fields, UnknownFields unknown) {}

  record Any(
      @ProtoField(number = 1) String typeUrl,
      @ProtoField(number = 2) byte[] value,
      UnknownFields unknown) {}

  record ListValue(@ProtoField(number = 1) List<Value> values, UnknownFields unknown) {}

  sealed interface Kind {}

  record NullKind(@ProtoField(number = 1) ProtoEnum<NullValue> nullValue) implements Kind {}

  record NumberKind(@ProtoField(number = 2) double numberValue) implements Kind {}

  record StringKind(@ProtoField(number = 3) String stringValue) implements Kind {}

  record BoolKind(@ProtoField(number = 4) boolean boolValue) implements Kind {}

  record StructKind(@ProtoField(number = 5) Struct structValue) implements Kind {}

  record ListKind(@ProtoField(number = 6) ListValue listValue) implements Kind {}

  record Value(@Nullable Kind kind, UnknownFields unknown) {}

  sealed interface OneofField {}

  record OneofUint32(@ProtoField(number = 111, type = FieldType.UINT32) int oneofUint32)
      implements OneofField {}

  record OneofNestedMessage(@ProtoField(number = 112) NestedMessage oneofNestedMessage)
      implements OneofField {}

  record OneofString(@ProtoField(number = 113) String oneofString) implements OneofField {}

  record OneofBytes(@ProtoField(number = 114) byte[] oneofBytes) implements OneofField {}

  record OneofBool(@ProtoField(number = 115) boolean oneofBool) implements OneofField {}

  record OneofUint64(@ProtoField(number = 116, type = FieldType.UINT64) long oneofUint64)
      implements OneofField {}

  record OneofFloat(@ProtoField(number = 117) float oneofFloat) implements OneofField {}

  record OneofDouble(@ProtoField(number = 118) double oneofDouble) implements OneofField {}

  record OneofEnum(@ProtoField(number = 119) ProtoEnum<NestedEnum> oneofEnum)
      implements OneofField {}

  record OneofNullValue(@ProtoField(number = 120) ProtoEnum<NullValue> oneofNullValue)
      implements OneofField {}

  record TestAllTypesProto3(
      @ProtoField(number = 1) int optionalInt32,
      @ProtoField(number = 2) long optionalInt64,
      @ProtoField(number = 3, type = FieldType.UINT32) int optionalUint32,
      @ProtoField(number = 4, type = FieldType.UINT64) long optionalUint64,
      @ProtoField(number = 5, type = FieldType.SINT32) int optionalSint32,
      @ProtoField(number = 6, type = FieldType.SINT64) long optionalSint64,
      @ProtoField(number = 7, type = FieldType.FIXED32) int optionalFixed32,
      @ProtoField(number = 8, type = FieldType.FIXED64) long optionalFixed64,
      @ProtoField(number = 9, type = FieldType.SFIXED32) int optionalSfixed32,
      @ProtoField(number = 10, type = FieldType.SFIXED64) long optionalSfixed64,
      @ProtoField(number = 11) float optionalFloat,
      @ProtoField(number = 12) double optionalDouble,
      @ProtoField(number = 13) boolean optionalBool,
      @ProtoField(number = 14) String optionalString,
      @ProtoField(number = 15) byte[] optionalBytes,
      @ProtoField(number = 18) @Nullable NestedMessage optionalNestedMessage,
      @ProtoField(number = 19) @Nullable ForeignMessage optionalForeignMessage,
      @ProtoField(number = 21) ProtoEnum<NestedEnum> optionalNestedEnum,
      @ProtoField(number = 22) ProtoEnum<ForeignEnum> optionalForeignEnum,
      @ProtoField(number = 23) ProtoEnum<AliasedEnum> optionalAliasedEnum,
      @ProtoField(number = 24) String optionalStringPiece,
      @ProtoField(number = 25) String optionalCord,
      @ProtoField(number = 27) @Nullable TestAllTypesProto3 recursiveMessage,
      @ProtoField(number = 31) List<Integer> repeatedInt32,
      @ProtoField(number = 32) List<Long> repeatedInt64,
      @ProtoField(number = 33, type = FieldType.UINT32) List<Integer> repeatedUint32,
      @ProtoField(number = 34, type = FieldType.UINT64) List<Long> repeatedUint64,
      @ProtoField(number = 35, type = FieldType.SINT32) List<Integer> repeatedSint32,
      @ProtoField(number = 36, type = FieldType.SINT64) List<Long> repeatedSint64,
      @ProtoField(number = 37, type = FieldType.FIXED32) List<Integer> repeatedFixed32,
      @ProtoField(number = 38, type = FieldType.FIXED64) List<Long> repeatedFixed64,
      @ProtoField(number = 39, type = FieldType.SFIXED32) List<Integer> repeatedSfixed32,
      @ProtoField(number = 40, type = FieldType.SFIXED64) List<Long> repeatedSfixed64,
      @ProtoField(number = 41) List<Float> repeatedFloat,
      @ProtoField(number = 42) List<Double> repeatedDouble,
      @ProtoField(number = 43) List<Boolean> repeatedBool,
      @ProtoField(number = 44) List<String> repeatedString,
      @ProtoField(number = 45) List<byte[]> repeatedBytes,
      @ProtoField(number = 48) List<NestedMessage> repeatedNestedMessage,
      @ProtoField(number = 49) List<ForeignMessage> repeatedForeignMessage,
      @ProtoField(number = 51) List<ProtoEnum<NestedEnum>> repeatedNestedEnum,
      @ProtoField(number = 52) List<ProtoEnum<ForeignEnum>> repeatedForeignEnum,
      @ProtoField(number = 54) List<String> repeatedStringPiece,
      @ProtoField(number = 55) List<String> repeatedCord,
      @ProtoField(number = 75) int[] packedInt32,
      @ProtoField(number = 76) long[] packedInt64,
      @ProtoField(number = 77, type = FieldType.UINT32) int[] packedUint32,
      @ProtoField(number = 78, type = FieldType.UINT64) long[] packedUint64,
      @ProtoField(number = 79, type = FieldType.SINT32) int[] packedSint32,
      @ProtoField(number = 80, type = FieldType.SINT64) long[] packedSint64,
      @ProtoField(number = 81, type = FieldType.FIXED32) int[] packedFixed32,
      @ProtoField(number = 82, type = FieldType.FIXED64) long[] packedFixed64,
      @ProtoField(number = 83, type = FieldType.SFIXED32) int[] packedSfixed32,
      @ProtoField(number = 84, type = FieldType.SFIXED64) long[] packedSfixed64,
      @ProtoField(number = 85) float[] packedFloat,
      @ProtoField(number = 86) double[] packedDouble,
      @ProtoField(number = 87) boolean[] packedBool,
      @ProtoField(number = 88) List<ProtoEnum<NestedEnum>> packedNestedEnum,
      @ProtoField(number = 89, packed = false) int[] unpackedInt32,
      @ProtoField(number = 90, packed = false) long[] unpackedInt64,
      @ProtoField(number = 91, type = FieldType.UINT32, packed = false) int[] unpackedUint32,
      @ProtoField(number = 92, type = FieldType.UINT64, packed = false) long[] unpackedUint64,
      @ProtoField(number = 93, type = FieldType.SINT32, packed = false) int[] unpackedSint32,
      @ProtoField(number = 94, type = FieldType.SINT64, packed = false) long[] unpackedSint64,
      @ProtoField(number = 95, type = FieldType.FIXED32, packed = false) int[] unpackedFixed32,
      @ProtoField(number = 96, type = FieldType.FIXED64, packed = false) long[] unpackedFixed64,
      @ProtoField(number = 97, type = FieldType.SFIXED32, packed = false) int[] unpackedSfixed32,
      @ProtoField(number = 98, type = FieldType.SFIXED64, packed = false) long[] unpackedSfixed64,
      @ProtoField(number = 99, packed = false) float[] unpackedFloat,
      @ProtoField(number = 100, packed = false) double[] unpackedDouble,
      @ProtoField(number = 101, packed = false) boolean[] unpackedBool,
      @ProtoField(number = 102, packed = false) List<ProtoEnum<NestedEnum>> unpackedNestedEnum,
      @ProtoField(number = 56) Map<Integer, Integer> mapInt32Int32,
      @ProtoField(number = 57) Map<Long, Long> mapInt64Int64,
      @ProtoField(number = 58, keyType = FieldType.UINT32, type = FieldType.UINT32)
          Map<Integer, Integer> mapUint32Uint32,
      @ProtoField(number = 59, keyType = FieldType.UINT64, type = FieldType.UINT64)
          Map<Long, Long> mapUint64Uint64,
      @ProtoField(number = 60, keyType = FieldType.SINT32, type = FieldType.SINT32)
          Map<Integer, Integer> mapSint32Sint32,
      @ProtoField(number = 61, keyType = FieldType.SINT64, type = FieldType.SINT64)
          Map<Long, Long> mapSint64Sint64,
      @ProtoField(number = 62, keyType = FieldType.FIXED32, type = FieldType.FIXED32)
          Map<Integer, Integer> mapFixed32Fixed32,
      @ProtoField(number = 63, keyType = FieldType.FIXED64, type = FieldType.FIXED64)
          Map<Long, Long> mapFixed64Fixed64,
      @ProtoField(number = 64, keyType = FieldType.SFIXED32, type = FieldType.SFIXED32)
          Map<Integer, Integer> mapSfixed32Sfixed32,
      @ProtoField(number = 65, keyType = FieldType.SFIXED64, type = FieldType.SFIXED64)
          Map<Long, Long> mapSfixed64Sfixed64,
      @ProtoField(number = 66) Map<Integer, Float> mapInt32Float,
      @ProtoField(number = 67) Map<Integer, Double> mapInt32Double,
      @ProtoField(number = 68) Map<Boolean, Boolean> mapBoolBool,
      @ProtoField(number = 69) Map<String, String> mapStringString,
      @ProtoField(number = 70) Map<String, byte[]> mapStringBytes,
      @ProtoField(number = 71) Map<String, NestedMessage> mapStringNestedMessage,
      @ProtoField(number = 72) Map<String, ForeignMessage> mapStringForeignMessage,
      @ProtoField(number = 73) Map<String, ProtoEnum<NestedEnum>> mapStringNestedEnum,
      @ProtoField(number = 74) Map<String, ProtoEnum<ForeignEnum>> mapStringForeignEnum,
      @Nullable OneofField oneofField,
      @ProtoField(number = 201) @Nullable BoolValue optionalBoolWrapper,
      @ProtoField(number = 202) @Nullable Int32Value optionalInt32Wrapper,
      @ProtoField(number = 203) @Nullable Int64Value optionalInt64Wrapper,
      @ProtoField(number = 204) @Nullable UInt32Value optionalUint32Wrapper,
      @ProtoField(number = 205) @Nullable UInt64Value optionalUint64Wrapper,
      @ProtoField(number = 206) @Nullable FloatValue optionalFloatWrapper,
      @ProtoField(number = 207) @Nullable DoubleValue optionalDoubleWrapper,
      @ProtoField(number = 208) @Nullable StringValue optionalStringWrapper,
      @ProtoField(number = 209) @Nullable BytesValue optionalBytesWrapper,
      @ProtoField(number = 211) List<BoolValue> repeatedBoolWrapper,
      @ProtoField(number = 212) List<Int32Value> repeatedInt32Wrapper,
      @ProtoField(number = 213) List<Int64Value> repeatedInt64Wrapper,
      @ProtoField(number = 214) List<UInt32Value> repeatedUint32Wrapper,
      @ProtoField(number = 215) List<UInt64Value> repeatedUint64Wrapper,
      @ProtoField(number = 216) List<FloatValue> repeatedFloatWrapper,
      @ProtoField(number = 217) List<DoubleValue> repeatedDoubleWrapper,
      @ProtoField(number = 218) List<StringValue> repeatedStringWrapper,
      @ProtoField(number = 219) List<BytesValue> repeatedBytesWrapper,
      @ProtoField(number = 301) @Nullable Duration optionalDuration,
      @ProtoField(number = 302) @Nullable Timestamp optionalTimestamp,
      @ProtoField(number = 303) @Nullable FieldMask optionalFieldMask,
      @ProtoField(number = 304) @Nullable Struct optionalStruct,
      @ProtoField(number = 305) @Nullable Any optionalAny,
      @ProtoField(number = 306) @Nullable Value optionalValue,
      @ProtoField(number = 307) ProtoEnum<NullValue> optionalNullValue,
      @ProtoField(number = 311) List<Duration> repeatedDuration,
      @ProtoField(number = 312) List<Timestamp> repeatedTimestamp,
      @ProtoField(number = 313) List<FieldMask> repeatedFieldmask,
      @ProtoField(number = 324) List<Struct> repeatedStruct,
      @ProtoField(number = 315) List<Any> repeatedAny,
      @ProtoField(number = 316) List<Value> repeatedValue,
      @ProtoField(number = 317) List<ListValue> repeatedListValue,
      @ProtoField(number = 401) int fieldname1,
      @ProtoField(number = 402) int fieldName2,
      @ProtoField(number = 403, name = "_field_name3") int fieldName3,
      @ProtoField(number = 404, name = "field__name4_") int fieldName4,
      @ProtoField(number = 405) int field0name5,
      @ProtoField(number = 406, name = "field_0_name6") int field0Name6,
      @ProtoField(number = 407, name = "fieldName7") int fieldName7,
      @ProtoField(number = 408, name = "FieldName8") int fieldName8,
      @ProtoField(number = 409, name = "field_Name9") int fieldName9,
      @ProtoField(number = 410, name = "Field_Name10") int fieldName10,
      @ProtoField(number = 411, name = "FIELD_NAME11") int fIELDNAME11,
      @ProtoField(number = 412, name = "FIELD_name12") int fIELDName12,
      @ProtoField(number = 413, name = "__field_name13") int fieldName13,
      @ProtoField(number = 414, name = "__Field_name14") int fieldName14,
      @ProtoField(number = 415, name = "field__name15") int fieldName15,
      @ProtoField(number = 416, name = "field__Name16") int fieldName16,
      @ProtoField(number = 417, name = "field_name17__") int fieldName17,
      @ProtoField(number = 418, name = "Field_name18__") int fieldName18,
      UnknownFields unknown) {}
}
