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
      @ProtoField(number = 1) long id,
      @ProtoField(number = 2) int kind,
      @ProtoField(number = 3) String name,
      @ProtoField(number = 4) double price,
      @ProtoField(number = 5) boolean live,
      @ProtoField(number = 6, type = FieldType.FIXED64) long time,
      @ProtoField(number = 7, type = FieldType.SINT32) int delta,
      @ProtoField(number = 8) String venue,
      @ProtoField(number = 9, type = FieldType.UINT32) int count,
      @ProtoField(number = 10) float share,
      @ProtoField(number = 11) long client,
      @ProtoField(number = 12) byte[] token) {}

  record Tree(
      @ProtoField(number = 1) int value,
      @ProtoField(number = 2) String label,
      @ProtoField(number = 3) List<Tree> children) {}

  @SuppressWarnings("ArrayRecordComponent")
  record Numbers(
      @ProtoField(number = 1) int[] counts,
      @ProtoField(number = 2) double[] prices,
      @ProtoField(number = 3, type = FieldType.SINT64) long[] deltas) {}

  record Texts(
      @ProtoField(number = 1) List<String> lines,
      @ProtoField(number = 2) Map<String, String> labels,
      @ProtoField(number = 3) String title) {}
}
