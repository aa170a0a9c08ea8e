// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import dev.ashlar.memory.Bytes;
import dev.ashlar.wire.ProtoWriter;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.KeyValue;
import io.opentelemetry.api.common.Value;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;

/// Writes attributes and values. Short ones go through a [FieldRun], for the reason stated there.
///
/// ```
/// KeyValue     key = 1, value = 2
/// AnyValue     one of string = 1, bool = 2, int = 3, double = 4, array = 5, kvlist = 6, bytes = 7
/// ArrayValue   values = 1
/// KeyValueList values = 1
/// ```
///
/// A value is written even if it is the default of its type, because it is a member of a oneof.
final class AttributeWriter implements BiConsumer<AttributeKey<?>, Object> {
  static final int KEY = 1;
  static final int VALUE = 2;

  private static final int STRING = 1;
  private static final int BOOL = 2;
  private static final int INT = 3;
  private static final int DOUBLE = 4;
  private static final int ARRAY = 5;
  private static final int KEY_VALUES = 6;
  private static final int BYTES = 7;

  private static final int ELEMENTS = 1;

  /// Most bytes of an attribute without its value's text: three tags, three lengths, a key, a
  /// number, and what may be overwritten behind the key.
  private static final int MAX_SHORT =
      6 * FieldRun.MAX_LENGTH + KeyCache.Key.MAX_SIZE + KeyCache.Key.STEP;

  private final FieldRun run;
  private final KeyCache keys = new KeyCache();

  /// Which field of the message around them the attributes are; one of a tag of one byte.
  private int field;

  AttributeWriter(FieldRun run) {
    this.run = run;
  }

  /// Writes each attribute as `field` of the message that is open.
  void write(int field, Attributes attributes) {
    this.field = field;
    attributes.forEach(this);
  }

  @Override
  public void accept(AttributeKey<?> key, Object value) {
    KeyCache.Key encoded = keys.find(key.getKey());
    if (encoded == null) {
      writeLong(key, value);
      return;
    }
    switch (key.getType()) {
      case STRING -> {
        String text = (String) value;
        if (text.length() <= FieldRun.MAX_TEXT) {
          putAnyText(encoded, text);
        } else {
          writeLong(key, value);
        }
      }
      case LONG -> {
        int from = beginNumber(encoded);
        run.bytes[from] = INT << 3;
        endNumber(encoded, from, run.putVarint(from + 1, (Long) value));
      }
      case BOOLEAN -> {
        int from = beginNumber(encoded);
        run.bytes[from] = BOOL << 3;
        run.bytes[from + 1] = (byte) ((Boolean) value ? 1 : 0);
        endNumber(encoded, from, from + 2);
      }
      case DOUBLE -> {
        int from = beginNumber(encoded);
        run.bytes[from] = DOUBLE << 3 | FieldRun.FIXED64;
        FieldRun.LONG.set(run.bytes, from + 1, Double.doubleToRawLongBits((Double) value));
        endNumber(encoded, from, from + 1 + Double.BYTES);
      }
      default -> writeLong(key, value);
    }
  }

  /// Stores the key of an attribute of a number.
  ///
  /// @return where the value's field begins
  private int beginNumber(KeyCache.Key key) {
    int at = run.room(MAX_SHORT);
    key.put(run.bytes, at + 2);
    return at + key.size + 3;
  }

  /// Stores the lengths of an attribute of a number, which take a byte each.
  ///
  /// ```
  /// tag, length, key tag, key length, key, value tag, value length, value
  /// at                                                              from
  /// ```
  private void endNumber(KeyCache.Key key, int from, int end) {
    byte[] bytes = run.bytes;
    int at = from - key.size - 3;
    bytes[at] = (byte) (field << 3 | FieldRun.LENGTH);
    bytes[at + 1] = (byte) (end - at - 2);
    bytes[from - 1] = (byte) (end - from);
    run.end(end);
  }

  /// Stores an attribute of a text, as it was encoded before if it is known.
  private void putAnyText(KeyCache.Key key, String text) {
    TextCache texts = key.texts;
    if (texts.isPaused()) {
      putText(key, text);
      return;
    }
    FieldRun run = this.run;
    int at = run.room(1 + TextCache.MAX_SIZE);
    int size = texts.put(text, run.bytes, at + 1);
    if (size == TextCache.NONE) {
      int from = putText(key, text) + 1;
      texts.keep(text, run.bytes, from, run.end() - from);
      return;
    }
    run.bytes[at] = (byte) (field << 3 | FieldRun.LENGTH);
    run.end(at + 1 + size);
  }

  /// Stores an attribute of a text. Its lengths are first taken for those of ASCII.
  ///
  /// @return where it begins
  private int putText(KeyCache.Key key, String text) {
    FieldRun run = this.run;
    byte[] bytes = run.bytes;
    int count = text.length();
    int at = run.room(MAX_SHORT + FieldRun.textRoom(count));
    int size = count;
    int valueSize = 1 + FieldRun.lengthSize(size) + size;
    int total = key.size + FieldRun.lengthSize(valueSize) + valueSize;
    int keyAt = at + 1 + FieldRun.lengthSize(total);
    int textAt = keyAt + total - size;
    key.put(bytes, keyAt);
    size = run.putText(textAt, text, count);
    if (size != count) {
      valueSize = 1 + FieldRun.lengthSize(size) + size;
      total = key.size + FieldRun.lengthSize(valueSize) + valueSize;
      int movedKey = at + 1 + FieldRun.lengthSize(total);
      int movedText = movedKey + total - size;
      if (movedText != textAt) {
        System.arraycopy(bytes, textAt, bytes, movedText, size);
        key.putExactly(bytes, movedKey);
        keyAt = movedKey;
      }
    }
    bytes[at] = (byte) (field << 3 | FieldRun.LENGTH);
    run.putLength(at + 1, total);
    int from = run.putLength(keyAt + key.size, valueSize);
    bytes[from] = STRING << 3 | FieldRun.LENGTH;
    run.end(run.putLength(from + 1, size) + size);
    return at;
  }

  private void writeLong(AttributeKey<?> key, Object value) {
    ProtoWriter writer = run.writer();
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
      run.writer().writeString(KEY, key);
    }
  }

  private void writeArray(List<?> elements) {
    ProtoWriter writer = run.writer();
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
    ProtoWriter writer = run.writer();
    writer.beginMessage(field);
    writeContent(value);
    writer.endMessage();
  }

  private void writeContent(Value<?> value) {
    ProtoWriter writer = run.writer();
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
    ProtoWriter writer = run.writer();
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
