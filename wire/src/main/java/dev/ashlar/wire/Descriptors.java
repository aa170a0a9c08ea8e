// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The part of `google/protobuf/descriptor.proto` that describes messages.
final class Descriptors {
  static final ProtoType<File> FILE = ProtoType.of(MethodHandles.lookup(), File.class);

  static final int LABEL_REPEATED = 3;

  private Descriptors() {}

  record File(
      @ProtoField(value = 2, name = "package") String packageName,
      @ProtoField(4) List<Message> messageType,
      @ProtoField(5) List<Constants> enumType,
      @ProtoField(12) String syntax) {}

  record Message(
      @ProtoField(1) String name,
      @ProtoField(2) List<Member> field,
      @ProtoField(3) List<Message> nestedType,
      @ProtoField(4) List<Constants> enumType,
      @ProtoField(7) @Nullable Options options) {}

  record Options(@ProtoField(7) boolean mapEntry) {}

  record Member(
      @ProtoField(1) String name,
      @ProtoField(3) int number,
      @ProtoField(4) int label,
      @ProtoField(5) int type,
      @ProtoField(6) String typeName,
      @ProtoField(8) @Nullable MemberOptions options,
      @ProtoField(9) @ProtoOptional @Nullable Integer oneofIndex,
      @ProtoField(17) boolean proto3Optional) {}

  record MemberOptions(@ProtoField(2) @ProtoOptional @Nullable Boolean packed) {
    /// Returns whether the field is packed by the rules of proto3.
    boolean isPacked() {
      return packed == null || packed;
    }
  }

  record Constants(@ProtoField(1) String name, @ProtoField(2) List<Constant> value) {}

  record Constant(@ProtoField(1) String name, @ProtoField(2) int number) {}
}
