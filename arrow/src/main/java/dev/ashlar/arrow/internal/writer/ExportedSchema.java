// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.writer;

import dev.ashlar.arrow.internal.cdata.CSchema;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.cdata.Native;
import dev.ashlar.arrow.internal.cdata.Registry;
import dev.ashlar.arrow.internal.cdata.Release;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes the [schema][CSchema] of batches. Its memory is kept until the consumer releases it.
///
/// Each of its structures has its own number in the registry: a consumer may move a child, and
/// release the two in any order.
public final class ExportedSchema {
  private static final long RELEASE = Foreign.procedure(ExportedSchema::released, Arena.global());

  private final Arena arena = Arena.ofAuto();

  private ExportedSchema() {}

  /// Writes a structure with a child for each column.
  public static void write(long target, List<ColumnFormat> columns) {
    ExportedSchema schema = new ExportedSchema();
    MemorySegment children = schema.arena.allocate(Long.BYTES * Math.max(1L, columns.size()), 8);
    for (int i = 0; i < columns.size(); i++) {
      Foreign.setLong(children.address() + (long) i * Long.BYTES, schema.column(columns.get(i)));
    }
    schema.write(target, "+s", "", columns.size(), children.address(), 0);
  }

  private long column(ColumnFormat column) {
    long dictionary = 0;
    if (column.hasDictionary()) {
      dictionary = structure();
      write(dictionary, column.hasCodes() ? "U" : "u", "", 0, 0, 0);
    }
    long schema = structure();
    write(schema, column.format(), column.name(), 0, 0, dictionary);
    if (!column.presence().isEmpty()) {
      CSchema.setNullable(schema);
    }
    if (column.isUuid()) {
      CSchema.setMetadata(schema, extension("arrow.uuid"));
    }
    return schema;
  }

  /// Returns the metadata that name the type of which the values are the storage.
  private long extension(String name) {
    byte[] key = "ARROW:extension:name".getBytes(StandardCharsets.US_ASCII);
    byte[] value = name.getBytes(StandardCharsets.US_ASCII);
    MemorySegment metadata = arena.allocate(3L * Integer.BYTES + key.length + value.length, 8);
    ByteBuffer target = metadata.asByteBuffer().order(ByteOrder.nativeOrder());
    target.putInt(1).putInt(key.length).put(key).putInt(value.length).put(value);
    return metadata.address();
  }

  private long structure() {
    return arena.allocate(CSchema.BYTES, Long.BYTES).address();
  }

  private void write(
      long schema, String format, String name, long childCount, long children, long dictionary) {
    CSchema.write(schema, text(format), text(name), childCount, children, dictionary);
    CSchema.writeRelease(schema, RELEASE, Registry.add(arena));
  }

  private long text(String text) {
    return arena.allocateFrom(text).address();
  }

  /// Called by consumers.
  private static void released(MemorySegment structure) {
    try {
      long schema = structure.address();
      for (int i = 0; i < CSchema.childCount(schema); i++) {
        Release.schema(CSchema.child(schema, i));
      }
      if (CSchema.dictionary(schema) != 0) {
        Release.schema(CSchema.dictionary(schema));
      }
      CSchema.setRelease(schema, 0);
      Registry.remove(CSchema.privateData(schema));
    } catch (Throwable failure) {
      Native.log(failure);
    }
  }
}
