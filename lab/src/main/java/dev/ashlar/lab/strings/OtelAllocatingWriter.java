// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import io.opentelemetry.exporter.internal.marshal.MarshalerUtil;
import io.opentelemetry.exporter.internal.marshal.Serializer;
import java.io.IOException;

/// OpenTelemetry's allocating marshaling: it creates a byte array for each String before it writes
/// anything.
final class OtelAllocatingWriter extends OtelMarshaler {
  private byte[][] fields = {};

  @Override
  void prepare(String[] texts, int from, int to) {
    fields = new byte[to - from][];
    for (int i = from; i < to; i++) {
      fields[i - from] = MarshalerUtil.toBytes(texts[i]);
    }
  }

  @Override
  protected void writeTo(Serializer output) throws IOException {
    for (byte[] field : fields) {
      output.serializeString(FIELD, field);
    }
  }
}
