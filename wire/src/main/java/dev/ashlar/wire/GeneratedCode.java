// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.Bytes;
import dev.ashlar.wire.internal.encoding.Wire;
import dev.ashlar.wire.internal.output.PackedArrays;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/// The code that generated classes call. [ProtoType] defines these classes in the packages of
/// records. Source code outside of this package cannot name it. Generated classes can: to the JVM,
/// a protected nested class is public, and the enclosing class does not matter.
abstract class GeneratedCode {
  private GeneratedCode() {}

  protected static final class Calls {
    public static final byte[] NO_BYTE_ARRAY = {};

    public static final Bytes NO_BYTES = Bytes.of(NO_BYTE_ARRAY);

    private Calls() {}

    /// Returns the argument, which must not be null.
    public static Object required(@Nullable Object value, String component) {
      if (value == null) {
        throw isNull(component);
      }
      return value;
    }

    private static NullPointerException isNull(String component) {
      return new NullPointerException(
          component
              + " is null, or an element of it: a field that may be absent is an Optional or has"
              + " @ProtoOptional");
    }

    /// Returns a list that is fast by index.
    public static List<?> indexed(@Nullable List<?> list, String component) {
      if (list == null) {
        throw isNull(component);
      }
      return list instanceof RandomAccess ? list : Arrays.asList(list.toArray());
    }

    public static int number(Object table, @Nullable Object constant, String component) {
      if (constant == null) {
        throw isNull(component);
      }
      return ((EnumNumbers) table).numberOf((Enum<?>) constant);
    }

    /// Returns the constant with that number, or null.
    public static @Nullable Object constant(Object table, int number) {
      return ((EnumNumbers) table).constant(number);
    }

    public static ProtoEnum<?> value(Object table, int number) {
      return ((EnumNumbers) table).value(number);
    }

    /// Begins a run: fields that are stored to an array, up to [#endRun].
    ///
    /// @param most the largest size of the run, in bytes
    public static byte[] beginRun(ProtoWriter writer, int most) {
      return writer.out.beginRun(most);
    }

    /// Returns the index at which the first field of a run is stored.
    public static int runStart(ProtoWriter writer, byte[] array) {
      return writer.out.runStart(array);
    }

    /// Returns the array in which a run continues after text or bytes.
    public static byte[] run(ProtoWriter writer) {
      return writer.out.run();
    }

    public static void endRun(ProtoWriter writer, byte[] array, int at) {
      writer.out.endRun(array, at);
    }

    /// Stores a tag and a varint, and returns the index after them.
    public static int putVarint(byte[] array, int at, int tag, long value) {
      return Wire.put(array, Wire.put(array, at, tag), value);
    }

    /// Stores a tag and four bytes, and returns the index after them.
    public static int putFixed(byte[] array, int at, int tag, int value) {
      int from = Wire.put(array, at, tag);
      Wire.INT.set(array, from, value);
      return from + Integer.BYTES;
    }

    /// Stores a tag and eight bytes, and returns the index after them.
    public static int putFixed(byte[] array, int at, int tag, long value) {
      int from = Wire.put(array, at, tag);
      Wire.LONG.set(array, from, value);
      return from + Long.BYTES;
    }

    /// Returns the encoded form of a `sint32`.
    public static long zigZag(int value) {
      return Wire.zigZag(value) & 0xFFFF_FFFFL;
    }

    /// Returns the encoded form of a `sint64`.
    public static long zigZag(long value) {
      return Wire.zigZag(value);
    }

    /// Writes text in a run, and returns the index after it.
    ///
    /// @param most the largest size of the rest of the run, in bytes
    public static int putText(
        ProtoWriter writer, byte[] array, int at, int tag, String text, int most) {
      return writer.out.textInRun(array, at, tag, text, most);
    }

    /// Writes bytes in a run, as [#putText].
    public static int putBytes(
        ProtoWriter writer, byte[] array, int at, int tag, byte[] value, int most) {
      return writer.out.bytesInRun(array, at, tag, value, most);
    }

    public static void writeUnknown(
        @Nullable UnknownFields fields, ProtoWriter writer, String component) {
      if (fields == null) {
        throw isNull(component);
      }
      fields.write(writer);
    }

    /// Keeps the field that begins with `tag`.
    public static Object unknown(@Nullable Object before, ProtoReader reader, int tag) {
      UnknownFields.Builder builder = builder(before);
      builder.add(reader, tag);
      return builder;
    }

    /// Keeps a value of an enum that has no constant.
    public static Object unknownEnum(@Nullable Object before, int tag, int number) {
      UnknownFields.Builder builder = builder(before);
      builder.addEnum(tag, number);
      return builder;
    }

    private static UnknownFields.Builder builder(@Nullable Object before) {
      return before instanceof UnknownFields.Builder builder
          ? builder
          : new UnknownFields.Builder((UnknownFields) before);
    }

    public static UnknownFields unknown(@Nullable Object gathered) {
      return switch (gathered) {
        case UnknownFields.Builder builder -> builder.build();
        case UnknownFields fields -> fields;
        case null, default -> UnknownFields.NONE;
      };
    }

    /// Returns a list with room for one more element, and for all elements that follow directly
    /// with the same tag.
    public static Object list(@Nullable Object before, ProtoReader reader, int tag) {
      return before instanceof FixedList list && list.hasRoom()
          ? list
          : FixedList.growing(before, reader.countRun(tag));
    }

    /// Returns a list with room for the packed values that are read next.
    public static Object packedList(@Nullable Object before, ProtoReader reader, int width) {
      long bytes = reader.remaining();
      int count = width == 0 ? reader.countVarints((int) bytes) : (int) (bytes / width);
      return FixedList.growing(before, count);
    }

    public static void add(Object list, Object element) {
      ((FixedList) list).append(element);
    }

    public static List<?> list(@Nullable Object gathered) {
      return FixedList.fix(gathered);
    }

    public static Map<Object, Object> map(@Nullable Object before) {
      if (before instanceof Gathered gathered) {
        return gathered;
      }
      Gathered gathered = new Gathered();
      if (before != null) {
        gathered.putAll((Map<?, ?>) before);
      }
      return gathered;
    }

    public static Map<?, ?> finishedMap(@Nullable Object gathered) {
      if (gathered == null) {
        return Map.of();
      }
      return gathered instanceof Gathered map
          ? Collections.unmodifiableMap(map)
          : (Map<?, ?>) gathered;
    }

    /// Returns an array for the components of a wide record, from the reader's store.
    public static @Nullable Object[] beginWide(ProtoReader reader, int objects, int bits) {
      return reader.wideRecords().begin(objects, bits);
    }

    /// Returns the array for the primitive components of the same record.
    public static long[] wideBits(ProtoReader reader) {
      return reader.wideRecords().bits();
    }

    /// Gives both arrays back to the reader.
    public static void endWide(ProtoReader reader) {
      reader.wideRecords().end();
    }

    /// Adds values to an array: one value or packed values, according to the tag.
    public static Object array(@Nullable Object before, ProtoReader reader, int tag, Object type) {
      Object more =
          ProtoReader.wireType(tag) == Wire.LENGTH
              ? PackedReads.packed(reader, (FieldType) type)
              : PackedReads.single(reader, (FieldType) type);
      if (before == null) {
        return more;
      }
      return (before instanceof PackedArrayBuilder builder
              ? builder
              : new PackedArrayBuilder(before))
          .append(more);
    }

    public static Object finishedArray(@Nullable Object gathered, Object type) {
      if (gathered instanceof PackedArrayBuilder builder) {
        return builder.build();
      }
      return gathered == null ? PackedReads.none((FieldType) type) : gathered;
    }

    public static void writeArray(
        @Nullable Object array, ProtoWriter writer, int field, Object type, String component) {
      if (array == null) {
        throw isNull(component);
      }
      PackedArrays.write(writer.out, field, array, (FieldType) type);
    }

    /// Writes an array as single values, each with a tag.
    public static void writeUnpacked(
        @Nullable Object array, ProtoWriter writer, int field, Object type, String component) {
      if (array == null) {
        throw isNull(component);
      }
      UnpackedArrays.write(writer, field, array, (FieldType) type);
    }
  }

  /// A map that is being read.
  @SuppressWarnings("serial") // Never is it serialized: what is given away is a view.
  private static final class Gathered extends LinkedHashMap<Object, Object> {}
}
