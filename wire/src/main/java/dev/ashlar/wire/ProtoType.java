// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.Bytes;
import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.wire.internal.codegen.TypeGenerator;
import dev.ashlar.wire.internal.encoding.Wire;
import dev.ashlar.wire.internal.schema.MessageSchema;
import dev.ashlar.wire.internal.schema.ProtoSource;
import dev.ashlar.wire.internal.schema.SchemaBuilder;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// A record as a protobuf message, and the class that was generated to write and read it.
///
/// ```java
/// record Link(@ProtoField(number = 1) String target) {}
///
/// record Span(
///     @ProtoField(number = 1) byte[] traceId,
///     @ProtoField(number = 2) String name,
///     @ProtoField(number = 3, type = FieldType.FIXED64) long start,
///     @ProtoField(number = 4) List<Link> links) {}
///
/// static final ProtoType<Span> SPAN = ProtoType.of(MethodHandles.lookup(), Span.class);
/// ```
///
/// | component | field |
/// |---|---|
/// | `int`, `long`, `float`, `double`, `boolean`, `String`, `byte[]`, [Bytes] | a scalar; the default is not written |
/// | an enum, or [ProtoEnum], which keeps numbers without a constant | an enum |
/// | a record | a message; null if absent |
/// | `Optional` of any of these, `OptionalInt` …, or [ProtoOptional] | an `optional` field |
/// | `List`; `int[]`, `long[]`, `float[]`, `double[]`, `boolean[]` | a repeated field, packed if it can be and [ProtoField#packed] does not say otherwise |
/// | `Map` | a map |
/// | a sealed interface of records with one component each | a oneof; null if none is set |
/// | [UnknownFields] | what has no component |
///
/// **Writing.** In the order of the numbers, nothing that is a default, as proto3 says. No
/// component may be null unless that is an absent field, and no element of a list or a map may.
///
/// **Reading.** As protobuf-java reads: the last value of a field wins, messages are merged, packed
/// and single values are both taken. Strings have to be UTF-8. Lists and maps that were read cannot
/// be changed. A component of type [Bytes] is a part of the input. What the record's constructor
/// throws comes out as it is.
///
/// **Garbage.** Writing leaves none, apart from what the iterators of a map make. Reading makes the
/// objects of the result, and arrays that a repeated field outgrew when its values do not lie
/// together.
///
/// A type may be used by all threads. It is made once for a record and its package, and belongs in
/// a `static final` field. Its class is a hidden class of the caller's package, so that no record
/// need be public. Start Java with `-Ddev.ashlar.wire.classes=FOLDER` to have a copy of each
/// generated class written there. A native image cannot generate classes at run time.
///
/// @param <R> the record
public abstract class ProtoType<R extends Record> {
  private static final ClassValue<ConcurrentMap<Class<?>, ProtoType<?>>> TYPES =
      new ClassValue<>() {
        @Override
        protected ConcurrentMap<Class<?>, ProtoType<?>> computeValue(Class<?> anchor) {
          return new ConcurrentHashMap<>();
        }
      };

  private final Messages messages;

  /// The messages of a type, the record's own first. Nobody else can make one, so that nobody else
  /// can make a type.
  record Messages(List<MessageSchema> all) {}

  /// For generated classes.
  protected ProtoType(Object messages) {
    this.messages = (Messages) Objects.requireNonNull(messages);
  }

  /// Returns the type of `record`.
  ///
  /// @param lookup `MethodHandles.lookup()` of a class that can make such records
  /// @throws IllegalArgumentException if the record cannot be a message, with the component and the
  ///   remedy, or if the lookup cannot define classes in its package or cannot access a record
  /// @throws UnsupportedOperationException in a native image
  @SuppressWarnings("unchecked") // What is kept for a record is of that record.
  public static <R extends Record> ProtoType<R> of(Lookup lookup, Class<R> record) {
    if (!lookup.hasFullPrivilegeAccess()) {
      throw new IllegalArgumentException(
          lookup + " cannot define classes: give the MethodHandles.lookup() of a class");
    }
    StackHeadroom.require();
    GeneratedClass.requireRunTimeGeneration("ProtoType");
    return (ProtoType<R>)
        TYPES
            .get(GeneratedClass.anchor(lookup.lookupClass(), record))
            .computeIfAbsent(record, type -> generate(lookup, type));
  }

  private static ProtoType<?> generate(Lookup lookup, Class<?> record) {
    Messages messages = new Messages(SchemaBuilder.messages(lookup, record, UnknownFields.class));
    ClassDesc self = GeneratedClass.name(lookup, record, "Proto");
    TypeGenerator generator = new TypeGenerator(self, messages.all());
    byte[] classFile = generator.classFile();
    Lookup generated =
        GeneratedClass.define(
            lookup,
            self,
            classFile,
            generator.classData(),
            "dev.ashlar.wire.classes",
            ClassOption.NESTMATE);
    try {
      return (ProtoType<?>)
          generated
              .findConstructor(
                  generated.lookupClass(), MethodType.methodType(void.class, Object.class))
              .invoke(messages);
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  /// Writes the fields of `value`. Generated.
  protected abstract void encode(Record value, ProtoWriter writer);

  /// Reads fields up to the end of the message. Generated.
  ///
  /// @param base what they are merged into, or null
  protected abstract Record decode(ProtoReader reader, @Nullable Record base);

  /// The record.
  @SuppressWarnings("unchecked") // It was made for R.
  public final Class<R> recordType() {
    return (Class<R>) messages.all().getFirst().type();
  }

  /// Writes the fields of `message`, without a tag or length around them. If that fails, the writer
  /// is as it was before, unless a part is already with its stream.
  ///
  /// @throws NullPointerException if a component is null that stands for no absent field
  public final void write(R message, ProtoWriter writer) {
    long mark = writer.mark();
    int depth = writer.depth();
    try {
      encode(message, writer);
    } catch (Throwable failed) {
      // What rollBack does, without the call: what has failed may be one that there was no stack
      // for,
      // and rollBack, which is interpreted as a rule, takes more.
      long at = (depth == 0 ? mark : mark + writer.starts[depth - 1]) - writer.taken + writer.base;
      if (at >= writer.base && !writer.broken) {
        writer.position = (int) at;
        writer.depth = depth;
      } else {
        writer.broken = true;
        writer.limit = 0;
      }
      throw failed;
    }
  }

  /// {@return `message` as bytes}
  public final byte[] toByteArray(R message) {
    PooledCodec workshop = PooledCodec.acquire();
    ProtoWriter writer = workshop.writer;
    writer.reset();
    encode(message, writer);
    byte[] bytes = writer.toByteArray();
    PooledCodec.release(workshop);
    return bytes;
  }

  /// Reads a message up to the end of the input, or of the message that was
  /// [begun][ProtoReader#beginMessage] in it.
  ///
  /// @throws ProtoFormatException if the bytes are no such message
  @SuppressWarnings("unchecked") // What is read is an R.
  public final R read(ProtoReader reader) {
    return (R) decode(reader, null);
  }

  /// Reads a message, and merges it into `base`: its fields replace those of `base`, its elements
  /// follow them.
  ///
  /// @return the result; `base` stays as it is
  /// @throws ProtoFormatException if the bytes are no such message
  @SuppressWarnings("unchecked") // What is read is an R.
  public final R merge(R base, ProtoReader reader) {
    return (R) decode(reader, Objects.requireNonNull(base));
  }

  /// {@return the message that all of `bytes` is}
  ///
  /// @throws ProtoFormatException if they are no such message
  public final R parse(byte[] bytes) {
    return parse(bytes, 0, bytes.length);
  }

  /// {@return the message that `bytes[from, from + length)` is}
  ///
  /// @throws ProtoFormatException if they are no such message
  public final R parse(byte[] bytes, int from, int length) {
    PooledCodec workshop = PooledCodec.acquire();
    workshop.reader.reset(bytes, from, length);
    R message = read(workshop.reader);
    PooledCodec.release(workshop);
    return message;
  }

  /// {@return the message that all of `bytes` is}
  ///
  /// @throws ProtoFormatException if they are no such message
  public final R parse(Bytes bytes) {
    return read(ProtoReader.of(bytes));
  }

  /// {@return a `.proto` file with this message and all that are in it}
  ///
  /// Names are those of the records, the components in snake case, and the constants of an enum
  /// with the enum's name in front. It names no package.
  public final String toProto() {
    return ProtoSource.of(messages.all());
  }

  /// {@return how this message differs from one of a descriptor, a line for each field; empty if it
  /// does not}
  ///
  /// @param file a `FileDescriptorProto`, as `protoc --descriptor_set_out` has in its set; what is
  ///   in files that it imports is not compared
  /// @param message the name of the message there, with its package
  /// @throws ProtoFormatException if that is no descriptor
  /// @throws IllegalArgumentException if it has no such message
  public final List<String> mismatches(byte[] file, String message) {
    return DescriptorCheck.mismatches(messages.all().getFirst(), file, message);
  }

  /// Names the record.
  @Override
  public final String toString() {
    return "ProtoType of " + recordType().getName();
  }

  /// What generated classes call, which are in packages of users.
  protected static final class Support {
    /// The default of a `byte[]`.
    public static final byte[] NO_BYTE_ARRAY = {};

    /// The default of [Bytes].
    public static final Bytes NO_BYTES = Bytes.of(NO_BYTE_ARRAY);

    private Support() {}

    /// Returns what is not null.
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

    /// Returns the number of an enum's constant.
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

    /// Returns the value with that number.
    public static ProtoEnum<?> value(Object table, int number) {
      return ((EnumNumbers) table).value(number);
    }

    /// Begins fields that are stored to an array, up to [#endRun].
    ///
    /// @param most their bytes at most
    public static byte[] beginRun(ProtoWriter writer, int most) {
      return writer.beginRun(most);
    }

    /// Returns where the first field of a run is stored.
    public static int runStart(ProtoWriter writer, byte[] array) {
      return writer.runStart(array);
    }

    /// Returns the array that a run goes on in behind text or bytes.
    public static byte[] run(ProtoWriter writer) {
      return writer.run();
    }

    /// Ends a run.
    public static void endRun(ProtoWriter writer, byte[] array, int at) {
      writer.endRun(array, at);
    }

    /// Stores a tag and a varint, and returns the index behind them.
    public static int putVarint(byte[] array, int at, int tag, long value) {
      return Wire.put(array, Wire.put(array, at, tag), value);
    }

    /// Stores a tag and four bytes, and returns the index behind them.
    public static int putFixed(byte[] array, int at, int tag, int value) {
      int from = Wire.put(array, at, tag);
      Wire.INT.set(array, from, value);
      return from + Integer.BYTES;
    }

    /// Stores a tag and eight bytes, and returns the index behind them.
    public static int putFixed(byte[] array, int at, int tag, long value) {
      int from = Wire.put(array, at, tag);
      Wire.LONG.set(array, from, value);
      return from + Long.BYTES;
    }

    /// Returns what is stored of a `sint32`.
    public static long zigZag(int value) {
      return Wire.zigZag(value) & 0xFFFF_FFFFL;
    }

    /// Returns what is stored of a `sint64`.
    public static long zigZag(long value) {
      return Wire.zigZag(value);
    }

    /// Writes text in a run, and returns where that goes on.
    ///
    /// @param most the bytes that the rest of the run takes at most
    public static int putText(
        ProtoWriter writer, byte[] array, int at, int tag, String text, int most) {
      return writer.textInRun(array, at, tag, text, most);
    }

    /// Writes bytes in a run, as [#putText].
    public static int putBytes(
        ProtoWriter writer, byte[] array, int at, int tag, byte[] value, int most) {
      return writer.bytesInRun(array, at, tag, value, most);
    }

    /// Writes unknown fields.
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

    /// Returns what was gathered.
    public static UnknownFields unknown(@Nullable Object gathered) {
      return switch (gathered) {
        case UnknownFields.Builder builder -> builder.build();
        case UnknownFields fields -> fields;
        case null, default -> UnknownFields.NONE;
      };
    }

    /// Returns a list with room for one more element at least, and for all that follow at once with
    /// the same tag.
    public static Object list(@Nullable Object before, ProtoReader reader, int tag) {
      return before instanceof FixedList list && list.hasRoom()
          ? list
          : FixedList.growing(before, reader.countRun(tag));
    }

    /// Returns a list with room for the packed values to come.
    public static Object packedList(@Nullable Object before, ProtoReader reader, int width) {
      long bytes = reader.remaining();
      int count = width == 0 ? reader.countVarints((int) bytes) : (int) (bytes / width);
      return FixedList.growing(before, count);
    }

    /// Adds an element.
    public static void add(Object list, Object element) {
      ((FixedList) list).append(element);
    }

    /// Returns the list that was added to.
    public static List<?> list(@Nullable Object gathered) {
      return FixedList.fix(gathered);
    }

    /// Returns a map to add to.
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

    /// Returns the map that was added to.
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

    /// Returns the array for the components of the same record that are primitive.
    public static long[] wideBits(ProtoReader reader) {
      return reader.wideRecords().bits();
    }

    /// Gives both back.
    public static void endWide(ProtoReader reader) {
      reader.wideRecords().end();
    }

    /// Adds values to an array: packed ones, or a single one, as the tag says.
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

    /// Returns the array that was added to.
    public static Object finishedArray(@Nullable Object gathered, Object type) {
      if (gathered instanceof PackedArrayBuilder builder) {
        return builder.build();
      }
      return gathered == null ? PackedReads.none((FieldType) type) : gathered;
    }

    /// Writes an array as packed values.
    public static void writeArray(
        @Nullable Object array, ProtoWriter writer, int field, Object type, String component) {
      if (array == null) {
        throw isNull(component);
      }
      PackedArrays.write(writer, field, array, (FieldType) type);
    }

    /// Writes an array as values with a tag each.
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
