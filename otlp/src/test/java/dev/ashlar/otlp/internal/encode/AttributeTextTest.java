// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Seeded;
import dev.ashlar.wire.ProtoWriter;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Texts of all lengths about the edges at which a length takes another byte, and all that they are
/// kept in.
@ExtendWith(Seeded.class)
class AttributeTextTest {
  private static final int ATTRIBUTES = 1;

  /// One, two, three and four bytes; a lone surrogate, which becomes one.
  private static final String[] CHARS = {"a", "é", "東", "📦", "\uD800"};

  private final ProtoWriter writer = ProtoWriter.create();
  private final FieldRun run = new FieldRun(writer);
  private final AttributeWriter attributes = new AttributeWriter(run);

  private void assertWritten(String key, String text) throws IOException {
    writer.reset();
    attributes.write(ATTRIBUTES, Attributes.of(AttributeKey.stringKey(key), text));
    byte[] written = run.writer().toByteArray();
    KeyValue read = Resource.parseFrom(written).getAttributes(0);
    assertThat(read.getKey()).isEqualTo(key);
    assertThat(read.getValue().getStringValue()).isEqualTo(text.replace('\uD800', '?'));
    // Nobody's lengths are longer than needed.
    assertThat(written).hasSize(Resource.parseFrom(written).getSerializedSize());
  }

  @Test
  void everyLength() throws IOException {
    for (int keyLength : new int[] {1, 29, 30, 59, 60, 61, 200}) {
      String key = "k".repeat(keyLength);
      for (int length = 0; length < 200; length++) {
        assertWritten(key, "a".repeat(length));
        for (String other : CHARS) {
          assertWritten(key, "a".repeat(length) + other);
          assertWritten(key, other.repeat(length));
        }
      }
      for (int length : new int[] {1_023, 1_024, 1_025, 5_000, 20_000}) {
        assertWritten(key, "a".repeat(length));
        assertWritten(key, "東".repeat(length));
      }
    }
  }

  /// The specification wants a null kept. The protocol has it as a value without content.
  @Test
  void nullElements() throws IOException {
    AttributeKey<List<String>> key = AttributeKey.stringArrayKey("array");
    attributes.write(ATTRIBUTES, Attributes.of(key, Arrays.asList("", null)));
    Resource read = Resource.parseFrom(run.writer().toByteArray());
    assertThat(read.getAttributes(0).getValue().getArrayValue().getValuesList())
        .extracting(AnyValue::hasStringValue)
        .containsExactly(true, false);
  }

  /// What was left in the array by others must not show.
  @Test
  void inAnyOrder(RandomGenerator random) throws IOException {
    for (int turn = 0; turn < 20; turn++) {
      writer.reset();
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        String text = CHARS[random.nextInt(4)].repeat(random.nextInt(150));
        texts.add(text);
        attributes.write(
            ATTRIBUTES, Attributes.of(AttributeKey.stringKey("key" + random.nextInt(900)), text));
      }
      Resource read = Resource.parseFrom(run.writer().toByteArray());
      assertThat(read.getAttributesList())
          .extracting(each -> each.getValue().getStringValue())
          .isEqualTo(texts);
    }
  }
}
