// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import dev.ashlar.wire.FieldType;
import dev.ashlar.wire.ProtoField;
import java.util.List;
import java.util.Map;

/// The messages of `messages.proto` as records.
final class Records {
  private Records() {}

  @SuppressWarnings("ArrayRecordComponent")
  record Quote(
      @ProtoField(1) long id,
      @ProtoField(2) int kind,
      @ProtoField(3) String name,
      @ProtoField(4) double price,
      @ProtoField(5) boolean live,
      @ProtoField(value = 6, type = FieldType.FIXED64) long time,
      @ProtoField(value = 7, type = FieldType.SINT32) int delta,
      @ProtoField(8) String venue,
      @ProtoField(value = 9, type = FieldType.UINT32) int count,
      @ProtoField(10) float share,
      @ProtoField(11) long client,
      @ProtoField(12) byte[] token) {}

  record Tree(
      @ProtoField(1) int value, @ProtoField(2) String label, @ProtoField(3) List<Tree> children) {}

  @SuppressWarnings("ArrayRecordComponent")
  record Numbers(
      @ProtoField(1) int[] counts,
      @ProtoField(2) double[] prices,
      @ProtoField(value = 3, type = FieldType.SINT64) long[] deltas) {}

  record Texts(
      @ProtoField(1) List<String> lines,
      @ProtoField(2) Map<String, String> labels,
      @ProtoField(3) String title) {}
}
