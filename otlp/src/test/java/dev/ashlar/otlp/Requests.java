// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;

/// Requests that can be compared: groups by resource and by scope have no order.
final class Requests {
  private static final int GROUPS = 1;
  private static final int OWNER = 1;
  private static final int SCOPES = 2;

  private Requests() {}

  /// {@return the request with its groups in the order of their encoding}
  static Message sorted(Message request) {
    return withSorted(request, GROUPS, group -> withSorted(group, SCOPES, scope -> scope));
  }

  private static Message withSorted(
      Message message, int number, java.util.function.UnaryOperator<Message> inner) {
    FieldDescriptor field = message.getDescriptorForType().findFieldByNumber(number);
    List<Message> sorted =
        ((List<?>) message.getField(field))
            .stream()
                .map(each -> inner.apply((Message) each))
                .sorted(Comparator.comparing(Requests::owner))
                .toList();
    Message.Builder builder = message.toBuilder().clearField(field);
    sorted.forEach(each -> builder.addRepeatedField(field, each));
    return builder.build();
  }

  /// A resource or a scope.
  private static String owner(Message group) {
    Message owner = (Message) group.getField(group.getDescriptorForType().findFieldByNumber(OWNER));
    return owner.toByteString().toString(StandardCharsets.ISO_8859_1);
  }
}
