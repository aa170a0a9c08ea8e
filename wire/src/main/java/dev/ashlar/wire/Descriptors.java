// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The part of `google/protobuf/descriptor.proto` that tells what a message is.
final class Descriptors {
  static final ProtoType<File> FILE = ProtoType.of(MethodHandles.lookup(), File.class);

  static final int LABEL_REPEATED = 3;

  private Descriptors() {}

  record File(
      @ProtoField(number = 2, name = "package") String packageName,
      @ProtoField(number = 4) List<Message> messageType,
      @ProtoField(number = 5) List<Constants> enumType,
      @ProtoField(number = 12) String syntax) {}

  record Message(
      @ProtoField(number = 1) String name,
      @ProtoField(number = 2) List<Member> field,
      @ProtoField(number = 3) List<Message> nestedType,
      @ProtoField(number = 4) List<Constants> enumType,
      @ProtoField(number = 7) @Nullable Options options) {}

  record Options(@ProtoField(number = 7) boolean mapEntry) {}

  record Member(
      @ProtoField(number = 1) String name,
      @ProtoField(number = 3) int number,
      @ProtoField(number = 4) int label,
      @ProtoField(number = 5) int type,
      @ProtoField(number = 6) String typeName,
      @ProtoField(number = 8) @Nullable MemberOptions options,
      @ProtoField(number = 9) @ProtoOptional @Nullable Integer oneofIndex,
      @ProtoField(number = 17) boolean proto3Optional) {}

  record MemberOptions(@ProtoField(number = 2) @ProtoOptional @Nullable Boolean packed) {
    /// As proto3 has it.
    boolean isPacked() {
      return packed == null || packed;
    }
  }

  record Constants(
      @ProtoField(number = 1) String name, @ProtoField(number = 2) List<Constant> value) {}

  record Constant(@ProtoField(number = 1) String name, @ProtoField(number = 2) int number) {}
}
