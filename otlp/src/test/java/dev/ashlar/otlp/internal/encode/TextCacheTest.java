// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Garbage;
import dev.ashlar.testing.Seeded;
import dev.ashlar.wire.ProtoWriter;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.proto.resource.v1.Resource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Texts that come again, in the same or another String, among others.
@ExtendWith(Seeded.class)
class TextCacheTest {
  private static final AttributeKey<String> KEY = AttributeKey.stringKey("http.route");

  private final ProtoWriter writer = ProtoWriter.create();
  private final FieldRun run = new FieldRun(writer);
  private final AttributeWriter attributes = new AttributeWriter(run);

  private static String text(RandomGenerator random, int kinds) {
    int kind = random.nextInt(kinds);
    String text = "/orders/" + "é".repeat(kind % 3) + "x".repeat(kind % 90) + kind;
    return random.nextBoolean() ? text : text.intern();
  }

  @Test
  void fewAndManyByTurns(RandomGenerator random) throws IOException {
    for (int kinds : new int[] {1, 2, 5, 40, 1_000_000, 3}) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 6_000; i++) {
        texts.add(text(random, kinds));
      }
      writer.reset();
      for (String text : texts) {
        attributes.write(1, Attributes.of(KEY, text));
      }
      Resource read = Resource.parseFrom(run.writer().toByteArray());
      assertThat(read.getAttributesList())
          .extracting(each -> each.getKey() + "=" + each.getValue().getStringValue())
          .isEqualTo(texts.stream().map(text -> KEY.getKey() + "=" + text).toList());
    }
  }

  /// A slot that another text could not take, because it is too long, has none.
  @Test
  void emptyOnes() throws IOException {
    for (int length = 0; length < 300; length++) {
      writer.reset();
      attributes.write(1, Attributes.of(KEY, "x".repeat(length)));
      attributes.write(1, Attributes.of(KEY, ""));
      Resource read = Resource.parseFrom(run.writer().toByteArray());
      assertThat(read.getAttributes(1).getValue().getStringValue()).isEmpty();
      assertThat(read.getAttributes(1).getKey()).isEqualTo(KEY.getKey());
    }
  }

  /// What is kept has no tag: fields of several numbers share it.
  @Test
  void inSeveralFields() {
    TextCache cache = new TextCache();
    byte[] encoded = {1, 2, 3};
    byte[] target = new byte[1 + TextCache.MAX_SIZE];
    assertThat(cache.put("GET", target, 1)).isEqualTo(TextCache.NONE);
    cache.keep("GET", encoded, 0, encoded.length);
    assertThat(cache.put(new String(new char[] {'G', 'E', 'T'}), target, 1)).isEqualTo(3);
    assertThat(target).startsWith(0, 1, 2, 3);
    for (int field : new int[] {1, 9, 15}) {
      writer.reset();
      attributes.write(field, Attributes.of(KEY, "GET"));
      assertThat(run.writer().toByteArray()[0]).isEqualTo((byte) (field << 3 | 2));
    }
  }

  @Test
  void distinctTextsMakeItPause() {
    TextCache cache = new TextCache();
    int pauses = 0;
    for (int i = 0; i < 10_000; i++) {
      if (cache.isPaused()) {
        pauses++;
      } else {
        cache.keep("text " + i, new byte[1], 0, 1);
      }
    }
    assertThat(pauses).isGreaterThan(9_000);
  }

  @Test
  void distinctTextsLeaveNoGarbage() throws Throwable {
    List<Attributes> all = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      all.add(Attributes.of(KEY, "value " + i));
    }
    Garbage.assertNone(_ -> {
      writer.reset();
      for (int i = 0; i < all.size(); i++) {
        attributes.write(1, all.get(i));
      }
      return run.writer().byteSize();
    });
  }
}
