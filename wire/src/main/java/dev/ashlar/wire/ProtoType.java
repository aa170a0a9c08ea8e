// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.Bytes;
import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.wire.internal.codegen.TypeGenerator;
import dev.ashlar.wire.internal.output.OutputBuffer;
import dev.ashlar.wire.internal.schema.MessageSchema;
import dev.ashlar.wire.internal.schema.ProtoSource;
import dev.ashlar.wire.internal.schema.SchemaBuilder;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// Writes and reads records of one class as protobuf messages. Its code is generated for that
/// class.
///
/// ```java
/// record Link(@ProtoField(1) String target) {}
///
/// record Span(
///     @ProtoField(1) byte[] traceId,
///     @ProtoField(2) String name,
///     @ProtoField(value = 3, type = FieldType.FIXED64) long start,
///     @ProtoField(4) List<Link> links) {}
///
/// static final ProtoType<Span> SPAN = ProtoType.of(MethodHandles.lookup(), Span.class);
/// ```
///
/// | component | field |
/// |---|---|
/// | `int`, `long`, `float`, `double`, `boolean`, `String`, `byte[]`, [Bytes] | a scalar; the default is not written |
/// | an enum; [ProtoEnum] for one that keeps unknown numbers | an enum |
/// | a record | a message; null if absent |
/// | `Optional` of any of these, `OptionalInt` …, or [ProtoOptional] | an `optional` field |
/// | `List`; `int[]`, `long[]`, `float[]`, `double[]`, `boolean[]` | a repeated field; numbers, booleans and enums are packed unless [ProtoField#packed] is false |
/// | `Map` | a map |
/// | a sealed interface of records with one component each | a oneof; null if none is set |
/// | [UnknownFields] | all fields without a component |
///
/// **Writing.** Fields are written in the order of their numbers. Default values are not written,
/// as in proto3. A component may be null only if null stands for an absent field. Elements of lists
/// and maps may not be null.
///
/// **Reading.** As in protobuf-java, the last value of a field wins, messages are merged, and
/// packed and single values are both accepted. Strings must be UTF-8. Lists and maps from a message
/// cannot be changed. A component of type [Bytes] is a part of the input. An exception from the
/// record's constructor is not wrapped.
///
/// **Garbage.** Writing allocates only the iterators of maps. Reading allocates the objects of the
/// result. If the values of a repeated field do not follow one another in the input, reading also
/// allocates the arrays that the field outgrows.
///
/// Any thread may use a type. For the same record and package, [#of] returns the same type; keep it
/// in a `static final` field. Its class is a hidden class of the caller's package, so the record
/// need not be public. With `-Ddev.ashlar.wire.classes=FOLDER`, Java writes a copy of each
/// generated class to the folder. A native image cannot generate classes at run time.
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

  /// The messages of a type, the record's own first. Only this package can make an instance, so
  /// only this package can make a type.
  record Messages(List<MessageSchema> all) {}

  /// Called by generated classes.
  protected ProtoType(Object messages) {
    this.messages = (Messages) Objects.requireNonNull(messages);
  }

  /// Returns the type of `record`.
  ///
  /// @param lookup `MethodHandles.lookup()` of a class that can make such records
  /// @throws IllegalArgumentException if the record cannot be a message, or if the lookup cannot
  ///   define classes in its package or access a record. The message names the component and the
  ///   remedy
  /// @throws UnsupportedOperationException in a native image
  @SuppressWarnings("unchecked") // What is kept for a record is of that record.
  public static <R extends Record> ProtoType<R> of(Lookup lookup, Class<R> record) {
    if (!lookup.hasFullPrivilegeAccess()) {
      throw new IllegalArgumentException(
          lookup + " cannot define classes: give the MethodHandles.lookup() of a class");
    }
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

  /// Writes the fields of `value`. Overridden by generated code.
  protected abstract void encode(Record value, ProtoWriter writer);

  /// Reads fields up to the end of the message. Overridden by generated code.
  ///
  /// @param base the message that the fields are merged into, or null
  protected abstract Record decode(ProtoReader reader, @Nullable Record base);

  /// Returns the record.
  @SuppressWarnings("unchecked") // It was made for R.
  public final Class<R> recordType() {
    return (Class<R>) messages.all().getFirst().type();
  }

  /// Writes the fields of `message`, without a tag or a length before them. If this throws, the
  /// writer is as it was before, unless its stream has already received some of the bytes.
  ///
  /// @throws NullPointerException if a component is null and null does not stand for an absent
  ///   field
  public final void write(R message, ProtoWriter writer) {
    OutputBuffer out = writer.out;
    long mark = out.mark();
    int depth = out.depth;
    try {
      encode(message, writer);
    } catch (Throwable failed) {
      // What rollBack does, without the call: what has failed may be one that there was no stack
      // for,
      // and rollBack, which is interpreted as a rule, takes more.
      long at = (depth == 0 ? mark : mark + out.starts[depth - 1]) - out.taken + out.base;
      if (at >= out.base && !out.broken) {
        out.position = (int) at;
        out.depth = depth;
      } else {
        out.broken = true;
        out.limit = 0;
      }
      throw failed;
    }
  }

  /// {@return `message` as bytes}
  public final byte[] toByteArray(R message) {
    PooledCodec codec = PooledCodec.acquire();
    ProtoWriter writer = codec.writer;
    writer.reset();
    encode(message, writer);
    byte[] bytes = writer.toByteArray();
    PooledCodec.release(codec);
    return bytes;
  }

  /// Reads a message up to the end of the input, or of the message that was
  /// [begun][ProtoReader#beginMessage] in it.
  ///
  /// @throws ProtoFormatException if the bytes are not a message of this type
  @SuppressWarnings("unchecked") // What is read is an R.
  public final R read(ProtoReader reader) {
    return (R) decode(reader, null);
  }

  /// Reads a message, and merges it into `base`: its scalar fields replace those of `base`, its
  /// messages are merged, and its repeated elements are added to those of `base`.
  ///
  /// @return the merged message; `base` is not changed
  /// @throws ProtoFormatException if the bytes are not a message of this type
  @SuppressWarnings("unchecked") // What is read is an R.
  public final R merge(R base, ProtoReader reader) {
    return (R) decode(reader, Objects.requireNonNull(base));
  }

  /// {@return the message that is encoded in `bytes`}
  ///
  /// @throws ProtoFormatException if the bytes are not a message of this type
  public final R parse(byte[] bytes) {
    return parse(bytes, 0, bytes.length);
  }

  /// {@return the message that is encoded in `bytes[from, from + length)`}
  ///
  /// @throws ProtoFormatException if the bytes are not a message of this type
  public final R parse(byte[] bytes, int from, int length) {
    PooledCodec codec = PooledCodec.acquire();
    codec.reader.reset(bytes, from, length);
    R message = read(codec.reader);
    PooledCodec.release(codec);
    return message;
  }

  /// {@return the message that is encoded in `bytes`}
  ///
  /// @throws ProtoFormatException if the bytes are not a message of this type
  public final R parse(Bytes bytes) {
    return read(ProtoReader.of(bytes));
  }

  /// {@return a `.proto` file with this message and all messages in it}
  ///
  /// Messages have the names of the records, and fields have the names of the components in snake
  /// case. The constants of an enum have the name of the enum as a prefix. The file has no package.
  public final String toProto() {
    return ProtoSource.of(messages.all());
  }

  /// {@return the differences between this message and a message of a descriptor, one line for each
  /// field; empty if there are none}
  ///
  /// @param file a `FileDescriptorProto`, one of the set that `protoc --descriptor_set_out` writes;
  ///   messages of imported files are not compared
  /// @param message the name of the message there, with its package
  /// @throws ProtoFormatException if `file` is not a descriptor
  /// @throws IllegalArgumentException if `file` has no such message
  public final List<String> mismatches(byte[] file, String message) {
    return DescriptorCheck.mismatches(messages.all().getFirst(), file, message);
  }

  /// Returns a text that names the record.
  @Override
  public final String toString() {
    return "ProtoType of " + recordType().getName();
  }
}
