package dev.ashlar.otlp;

import dev.ashlar.memory.Bytes;
import dev.ashlar.text.Utf8;
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

  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;

  /// Most that a length of one byte can say.
  private static final int MAX_ONE_BYTE = 0x7F;

  /// In [#putShort], the bytes before the key.
  private static final int PREFIX = 4;

  private static final int NOT_SHORT = -1;
  private static final int MAX_BYTES_PER_CHAR = 3;

  private final ProtoWriter writer;
  private final KeyCache keys = new KeyCache();
  private final Utf8.Encoder encoder = Utf8.encoder();

  /// Room for a key, and for a text of [#MAX_ONE_BYTE] chars of any kind.
  private final byte[] small =
      new byte[KeyCache.MAX_BYTES + MAX_BYTES_PER_CHAR * MAX_ONE_BYTE + 16];

  /// Which field of the message around them the attributes are; one of a tag of one byte.
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
    byte[] encodedKey = keys.find(key.getKey());
    int end = encodedKey == null ? NOT_SHORT : putShort(encodedKey, key, value);
    if (end == NOT_SHORT) {
      writeLong(key, value);
    } else {
      writer.writeEncoded(small, 0, end);
    }
  }

  /// Makes an attribute of at most 127 bytes in [#small], where the places of all lengths are
  /// known.
  ///
  /// ```
  /// tag, length, key tag, key length, key, value tag, value length, value
  /// ```
  ///
  /// @return its end, or [#NOT_SHORT]
  private int putShort(byte[] key, AttributeKey<?> type, Object value) {
    byte[] small = this.small;
    int at = PREFIX + key.length;
    System.arraycopy(key, 0, small, PREFIX, key.length);
    int from = at + 2;
    int end;
    switch (type.getType()) {
      case STRING -> {
        String text = (String) value;
        if (text.length() > MAX_ONE_BYTE) {
          return NOT_SHORT;
        }
        int size = encoder.encode(text, small, from + 2);
        end = from + 2 + size;
        if (end - 2 > MAX_ONE_BYTE) {
          return NOT_SHORT;
        }
        small[from] = STRING << 3 | LENGTH_DELIMITED;
        small[from + 1] = (byte) size;
      }
      case LONG -> {
        small[from] = INT << 3;
        long left = (Long) value;
        end = from + 1;
        for (; (left & ~0x7FL) != 0; left >>>= 7) {
          small[end++] = (byte) (left | 0x80);
        }
        small[end++] = (byte) left;
      }
      case BOOLEAN -> {
        small[from] = BOOL << 3;
        small[from + 1] = (byte) ((Boolean) value ? 1 : 0);
        end = from + 2;
      }
      case DOUBLE -> {
        small[from] = DOUBLE << 3 | FIXED64;
        HexIds.LONG.set(small, from + 1, Double.doubleToRawLongBits((Double) value));
        end = from + 1 + Double.BYTES;
      }
      default -> {
        return NOT_SHORT;
      }
    }
    small[0] = (byte) (field << 3 | LENGTH_DELIMITED);
    small[1] = (byte) (end - 2);
    small[2] = KEY << 3 | LENGTH_DELIMITED;
    small[3] = (byte) key.length;
    small[at] = VALUE << 3 | LENGTH_DELIMITED;
    small[at + 1] = (byte) (end - from);
    return end;
  }

  private void writeLong(AttributeKey<?> key, Object value) {
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
