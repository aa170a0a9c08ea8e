package dev.ashlar.otlp;

import dev.ashlar.memory.Bytes;
import dev.ashlar.wire.ProtoWriter;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.KeyValue;
import io.opentelemetry.api.common.Value;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;

/// Writes attributes and values.
///
/// ```
/// KeyValue     key = 1, value = 2
/// AnyValue     one of string = 1, bool = 2, int = 3, double = 4, array = 5, kvlist = 6, bytes = 7
/// ArrayValue   values = 1
/// KeyValueList values = 1
/// ```
///
/// A value is written even if it is the default of its type: it is one of several.
final class AttributeWriter implements BiConsumer<AttributeKey<?>, Object> {
  private static final int KEY = 1;
  private static final int VALUE = 2;

  private static final int STRING = 1;
  private static final int BOOL = 2;
  private static final int INT = 3;
  private static final int DOUBLE = 4;
  private static final int ARRAY = 5;
  private static final int KEY_VALUES = 6;
  private static final int BYTES = 7;

  private static final int ELEMENTS = 1;

  private final ProtoWriter writer;

  /// Which field of the message around them the attributes are.
  private int field;

  AttributeWriter(ProtoWriter writer) {
    this.writer = writer;
  }

  /// Writes each attribute as `field` of the message that is open.
  void write(int field, Attributes attributes) {
    this.field = field;
    attributes.forEach(this);
  }

  @Override
  public void accept(AttributeKey<?> key, Object value) {
    ProtoWriter writer = this.writer;
    writer.beginMessage(field);
    writeKey(key.getKey());
    writer.beginMessage(VALUE);
    switch (key.getType()) {
      case STRING -> writer.writeString(STRING, (String) value);
      case LONG -> writer.writeInt64(INT, (Long) value);
      case BOOLEAN -> writer.writeBool(BOOL, (Boolean) value);
      case DOUBLE -> writer.writeDouble(DOUBLE, (Double) value);
      case STRING_ARRAY, LONG_ARRAY, BOOLEAN_ARRAY, DOUBLE_ARRAY -> writeArray((List<?>) value);
      case VALUE -> writeContent((Value<?>) value);
    }
    writer.endMessage();
    writer.endMessage();
  }

  private void writeKey(String key) {
    if (!key.isEmpty()) {
      writer.writeString(KEY, key);
    }
  }

  private void writeArray(List<?> elements) {
    writer.beginMessage(ARRAY);
    for (int i = 0, size = elements.size(); i < size; i++) {
      writer.beginMessage(ELEMENTS);
      Object element = elements.get(i);
      if (element instanceof String text) {
        writer.writeString(STRING, text);
      } else if (element instanceof Long number) {
        writer.writeInt64(INT, number);
      } else if (element instanceof Boolean bool) {
        writer.writeBool(BOOL, bool);
      } else if (element instanceof Double number) {
        writer.writeDouble(DOUBLE, number);
      } else if (element instanceof Value<?> value) {
        writeContent(value);
      }
      writer.endMessage();
    }
    writer.endMessage();
  }

  /// Writes a value as `field`.
  void write(int field, Value<?> value) {
    writer.beginMessage(field);
    writeContent(value);
    writer.endMessage();
  }

  private void writeContent(Value<?> value) {
    switch (value.getType()) {
      case STRING -> writer.writeString(STRING, (String) value.getValue());
      case LONG -> writer.writeInt64(INT, (Long) value.getValue());
      case BOOLEAN -> writer.writeBool(BOOL, (Boolean) value.getValue());
      case DOUBLE -> writer.writeDouble(DOUBLE, (Double) value.getValue());
      case ARRAY -> writeArray((List<?>) value.getValue());
      case KEY_VALUE_LIST -> writeKeyValues((List<?>) value.getValue());
      case BYTES -> writer.writeBytes(BYTES, Bytes.of((ByteBuffer) value.getValue()));
      case EMPTY -> {}
    }
  }

  private void writeKeyValues(List<?> entries) {
    writer.beginMessage(KEY_VALUES);
    for (int i = 0, size = entries.size(); i < size; i++) {
      KeyValue entry = (KeyValue) entries.get(i);
      writer.beginMessage(ELEMENTS);
      writeKey(entry.getKey());
      write(VALUE, entry.getValue());
      writer.endMessage();
    }
    writer.endMessage();
  }
}
