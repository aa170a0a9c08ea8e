// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.Bytes;
import dev.ashlar.wire.internal.encoding.Wire;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Records of every kind of component, and the same messages as somebody wrote them by hand.
@SuppressWarnings({"ArrayRecordComponent", "UnusedNestedClass"})
final class Sample {
  static final String SOURCE =
      """
      syntax = "proto3";
      enum Color {
        NONE = 0;
        RED = 5;
        GREEN = -1;
        BLUE = 70000;
      }
      message Node {
        int32 value = 1;
        string name = 2;
        Node child = 3;
        repeated Node more = 4;
      }
      message Scalars {
        int32 i32 = 1;
        int64 i64 = 2;
        uint32 u32 = 3;
        uint64 u64 = 4;
        sint32 s32 = 5;
        sint64 s64 = 6;
        fixed32 f32 = 7;
        fixed64 f64 = 8;
        sfixed32 sf32 = 9;
        sfixed64 sf64 = 10;
        float single = 11;
        double dual = 12;
        bool yes = 13;
        string text = 14;
        bytes array = 15;
        bytes view = 16;
        Color color = 17;
        Node node = 100;
      }
      message Optionals {
        optional int32 boxed_int = 1;
        optional sint64 boxed_long = 2;
        optional float boxed_float = 3;
        optional double boxed_double = 4;
        optional bool boxed_bool = 5;
        optional string text = 6;
        optional bytes array = 7;
        optional bytes view = 8;
        optional Color color = 9;
        optional uint32 an_int = 10;
        optional fixed64 a_long = 11;
        optional double a_double = 12;
        optional string opt_text = 13;
        optional sint32 opt_int = 14;
        optional Color opt_color = 15;
        Node opt_node = 16;
        optional bytes opt_array = 2000;
      }
      message Repeated {
        repeated int32 i32 = 1;
        repeated sint64 s64 = 2;
        repeated fixed32 f32 = 3;
        repeated double dual = 4;
        repeated bool yes = 5;
        repeated float single = 6;
        repeated string text = 7;
        repeated bytes bytes = 8;
        repeated Color color = 9;
        repeated Node node = 10;
        repeated uint32 u32s = 11;
        repeated sint32 s32s = 12;
        repeated sfixed32 sf32s = 13;
        repeated uint64 u64s = 14;
        repeated sint64 s64s = 15;
        repeated fixed64 f64s = 16;
        repeated float singles = 17;
        repeated double duals = 18;
        repeated bool yeses = 19;
      }
      message Maps {
        map<string, int32> counts = 1;
        map<int64, string> names = 2;
        map<sint32, Node> nodes = 3;
        map<bool, Color> colors = 4;
        map<fixed64, double> doubles = 5;
        map<uint32, bytes> bytes = 6;
      }
      message Choices {
        int32 before = 1;
        oneof choice {
          int64 number = 2;
          string text = 5;
          Node node = 6;
          Color color = 7;
          bytes array = 8;
        }
        int32 after = 3;
      }
      message Everything {
        Scalars scalars = 1;
        Optionals optionals = 2;
        Repeated repeated = 3;
        Maps maps = 4;
        Choices choices = 5;
        Everything inner = 6;
        repeated Everything more = 536870911;
      }
      """;

  enum Color {
    @ProtoNumber(0)
    NONE,
    @ProtoNumber(5)
    RED,
    @ProtoNumber(-1)
    GREEN,
    @ProtoNumber(70_000)
    BLUE
  }

  record Node(
      @ProtoField(1) int value,
      @ProtoField(2) String name,
      @ProtoField(3) @Nullable Node child,
      @ProtoField(4) List<Node> more,
      UnknownFields unknown) {}

  record Scalars(
      @ProtoField(12) double dual,
      @ProtoField(1) int i32,
      @ProtoField(2) long i64,
      @ProtoField(value = 3, type = FieldType.UINT32) int u32,
      @ProtoField(value = 4, type = FieldType.UINT64) long u64,
      @ProtoField(value = 5, type = FieldType.SINT32) int s32,
      @ProtoField(value = 6, type = FieldType.SINT64) long s64,
      @ProtoField(value = 7, type = FieldType.FIXED32) int f32,
      @ProtoField(value = 8, type = FieldType.FIXED64) long f64,
      @ProtoField(value = 9, type = FieldType.SFIXED32) int sf32,
      @ProtoField(value = 10, type = FieldType.SFIXED64) long sf64,
      @ProtoField(11) float single,
      UnknownFields unknown,
      @ProtoField(13) boolean yes,
      @ProtoField(14) String text,
      @ProtoField(15) byte[] array,
      @ProtoField(16) Bytes view,
      @ProtoField(17) ProtoEnum<Color> color,
      @ProtoField(100) @Nullable Node node) {}

  record Optionals(
      @ProtoField(1) @ProtoOptional @Nullable Integer boxedInt,
      @ProtoField(value = 2, type = FieldType.SINT64) @ProtoOptional @Nullable Long boxedLong,
      @ProtoField(3) @ProtoOptional @Nullable Float boxedFloat,
      @ProtoField(4) @ProtoOptional @Nullable Double boxedDouble,
      @ProtoField(5) @ProtoOptional @Nullable Boolean boxedBool,
      @ProtoField(6) @ProtoOptional @Nullable String text,
      @ProtoField(7) @ProtoOptional byte @Nullable [] array,
      @ProtoField(8) @ProtoOptional @Nullable Bytes view,
      @ProtoField(9) @ProtoOptional @Nullable ProtoEnum<Color> color,
      @ProtoField(value = 10, type = FieldType.UINT32) OptionalInt anInt,
      @ProtoField(value = 11, type = FieldType.FIXED64) OptionalLong aLong,
      @ProtoField(12) OptionalDouble aDouble,
      @ProtoField(13) Optional<String> optText,
      @ProtoField(value = 14, type = FieldType.SINT32) Optional<Integer> optInt,
      @ProtoField(15) Optional<ProtoEnum<Color>> optColor,
      @ProtoField(16) Optional<Node> optNode,
      @ProtoField(2000) Optional<byte[]> optArray,
      UnknownFields unknown) {}

  record Repeated(
      @ProtoField(1) List<Integer> i32,
      @ProtoField(value = 2, type = FieldType.SINT64) List<Long> s64,
      @ProtoField(value = 3, type = FieldType.FIXED32) List<Integer> f32,
      @ProtoField(4) List<Double> dual,
      @ProtoField(5) List<Boolean> yes,
      @ProtoField(6) List<Float> single,
      @ProtoField(7) List<String> text,
      @ProtoField(8) List<byte[]> bytes,
      @ProtoField(9) List<ProtoEnum<Color>> color,
      @ProtoField(10) List<Node> node,
      @ProtoField(value = 11, type = FieldType.UINT32) int[] u32s,
      @ProtoField(value = 12, type = FieldType.SINT32) int[] s32s,
      @ProtoField(value = 13, type = FieldType.SFIXED32) int[] sf32s,
      @ProtoField(value = 14, type = FieldType.UINT64) long[] u64s,
      @ProtoField(value = 15, type = FieldType.SINT64) long[] s64s,
      @ProtoField(value = 16, type = FieldType.FIXED64) long[] f64s,
      @ProtoField(17) float[] singles,
      @ProtoField(18) double[] duals,
      @ProtoField(19) boolean[] yeses,
      UnknownFields unknown) {}

  record Maps(
      @ProtoField(1) Map<String, Integer> counts,
      @ProtoField(2) Map<Long, String> names,
      @ProtoField(value = 3, keyType = FieldType.SINT32) Map<Integer, Node> nodes,
      @ProtoField(4) Map<Boolean, ProtoEnum<Color>> colors,
      @ProtoField(value = 5, keyType = FieldType.FIXED64) Map<Long, Double> doubles,
      @ProtoField(value = 6, keyType = FieldType.UINT32) Map<Integer, byte[]> bytes,
      UnknownFields unknown) {}

  sealed interface Choice {}

  record OfNumber(@ProtoField(2) long number) implements Choice {}

  record OfText(@ProtoField(5) String text) implements Choice {}

  record OfNode(@ProtoField(6) Node node) implements Choice {}

  record OfColor(@ProtoField(7) ProtoEnum<Color> color) implements Choice {}

  private record OfBytes(@ProtoField(8) byte[] array) implements Choice {}

  record Choices(
      @ProtoField(1) int before,
      @Nullable Choice choice,
      @ProtoField(3) int after,
      UnknownFields unknown) {}

  record Everything(
      @ProtoField(1) @Nullable Scalars scalars,
      @ProtoField(2) @Nullable Optionals optionals,
      @ProtoField(3) @Nullable Repeated repeated,
      @ProtoField(4) @Nullable Maps maps,
      @ProtoField(5) @Nullable Choices choices,
      @ProtoField(6) @Nullable Everything inner,
      @ProtoField(Wire.MAX_FIELD) List<Everything> more,
      UnknownFields unknown) {}

  static final ProtoType<Everything> EVERYTHING =
      ProtoType.of(MethodHandles.lookup(), Everything.class);

  private Sample() {}
}
