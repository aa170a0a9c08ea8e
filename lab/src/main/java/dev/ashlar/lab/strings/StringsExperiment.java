// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.strings.BufferWriter.AgronaWriter;
import dev.ashlar.lab.strings.BufferWriter.AshlarWriter;
import dev.ashlar.lab.strings.BufferWriter.CharsetEncoderWriter;
import dev.ashlar.lab.strings.BufferWriter.GetBytesWriter;
import dev.ashlar.lab.strings.BufferWriter.NettyWriter;
import dev.ashlar.lab.strings.BufferWriter.ProtobufWriter;
import dev.ashlar.lab.strings.BufferWriter.QuickbufWriter;
import dev.ashlar.lab.strings.FieldWriter.ConstantWriter;
import dev.ashlar.lab.strings.FieldWriter.HarnessWriter;
import dev.ashlar.lab.strings.OtelMarshaler.OtelAllocatingWriter;
import dev.ashlar.lab.strings.OtelMarshaler.OtelWriter;
import dev.ashlar.lab.strings.RunWriter.BytewiseWriter;
import dev.ashlar.lab.strings.RunWriter.SwarWriter;
import dev.ashlar.lab.strings.RunWriter.VectorWriter;
import io.opentelemetry.exporter.internal.marshal.StringEncoderHolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// Compares ways to write a String field. The subject is that of OpenTelemetry Java's pull request
/// 6433.
public final class StringsExperiment extends Experiment {
  private static final int[] LENGTHS = {8, 16, 64, 512, 4096};
  private static final String ASCII_512 = "ascii-512";
  private static final String AFTER_MIXED = ASCII_512 + "-after-mixed";
  private static final String TELEMETRY = "telemetry";
  private static final String TELEMETRY_BATCH = TELEMETRY + "-batch";
  private static final String WORLD = "world";
  private static final String KEYS = "keys";
  private static final String TEXT = "text";
  private static final String REAL = "real text";

  private static final String ASHLAR = "ashlar";
  private static final String CONSTANT = "ashlar-constant";
  private static final String OTEL_DEFAULT = "otel-default";
  private static final String OTEL_UNSAFE = "otel-unsafe";
  private static final String PROTOBUF = "protobuf";
  private static final String GETBYTES = "jdk-getbytes";

  /// The methods that loop over the fields of a message.
  private static final String BUFFER_WRITER = "BufferWriter::write";

  private static final String MARSHALER = "OtelMarshaler::write";

  /// A contender that can write any text.
  private record Writer(
      String name, List<String> flags, String method, IntFunction<FieldWriter> maker) {}

  private final List<Writer> writers = new ArrayList<>();

  /// Makes the experiment.
  ///
  /// @param file the file with the user's own lines
  public StringsExperiment(Optional<Path> file) {
    super(
        "strings",
        "A String field onto the wire",
        "An exporter writes millions of String fields: a tag, the length, the UTF-8 bytes. In"
            + " 2024 OpenTelemetry's Java SDK got a path that allocates nothing by reading the"
            + " String's internal array through Unsafe, with a char loop for when Unsafe is"
            + " gone. Now it is gone. What does a String field cost without Unsafe, for text of"
            + " every kind?");
    addWriters();
    setJdkContenders(GETBYTES, "bytewise", "swar", "vector");
    addCases();
    addHeadlines();
    file.ifPresent(this::addLines);
  }

  private void addWriters() {
    add(ASHLAR, "Utf8.Encoder and the field's header", AshlarWriter::new);
    addContender(CONSTANT, "Utf8Constant, encoded beforehand, and the field's header");
    add(
        OTEL_DEFAULT,
        "OpenTelemetry's low-allocation marshaler as the SDK without its agent uses it on this JDK",
        MARSHALER,
        capacity -> OtelWriter.ofDefaults());
    add(
        OTEL_UNSAFE,
        "the same with its Unsafe encoder",
        MARSHALER,
        capacity -> OtelWriter.of("Unsafe", StringEncoderHolder::createUnsafeEncoder));
    add(
        "otel-varhandle",
        "the same with the VarHandle encoder that users of its agent get",
        MARSHALER,
        capacity -> OtelWriter.of("VarHandle", StringEncoderHolder::createVarHandleEncoder),
        "--add-opens=java.base/java.lang=ALL-UNNAMED");
    add(
        "otel-allocating",
        "OpenTelemetry's allocating marshaler",
        MARSHALER,
        capacity -> new OtelAllocatingWriter());
    add(PROTOBUF, "protobuf-java's CodedOutputStream on an array", ProtobufWriter::new);
    add("netty", "Netty's ByteBufUtil on a heap buffer", NettyWriter::new);
    add(GETBYTES, "String.getBytes and a copy", GetBytesWriter::new);
    add("jdk-encoder", "the JDK's CharsetEncoder, reused", CharsetEncoderWriter::new);
    add("quickbuf", "QuickBuffers' ProtoSink on an array", QuickbufWriter::new);
    add(
        "agrona",
        "Agrona's UnsafeBuffer over an array",
        BUFFER_WRITER,
        AgronaWriter::new,
        JvmFlags.INTERNAL_UNSAFE);
    add("bytewise", "chars tested and narrowed one by one", BytewiseWriter::new);
    add("swar", "the same, eight at a time in long values", SwarWriter::new);
    // A class of the incubating module is named in a lambda's body only, which others never run.
    add(
        "vector",
        "the same, eight or sixteen at a time through the incubating Vector API",
        BUFFER_WRITER,
        capacity -> new VectorWriter(capacity),
        "--add-modules=jdk.incubator.vector");
    addHarness(
        "the loop around all of them, writing nothing",
        Texts.COUNT,
        () -> single(new HarnessWriter(), Texts.ASCII.ofLength(8)));
  }

  private void add(String name, String description, IntFunction<FieldWriter> maker) {
    add(name, description, BUFFER_WRITER, maker);
  }

  private void add(
      String name,
      String description,
      String method,
      IntFunction<FieldWriter> maker,
      String... flags) {
    addContender(name, description);
    writers.add(new Writer(name, List.of(flags), method, maker));
  }

  private void addCases() {
    for (Texts kind : Texts.values()) {
      for (int length : LENGTHS) {
        add(
            name(kind) + "-" + length,
            name(kind),
            "%s, %d chars".formatted(kind.description, length),
            () -> kind.ofLength(length),
            StringsExperiment::single);
      }
    }
    String ascii = name(Texts.ASCII);
    add(
        AFTER_MIXED,
        ascii,
        "printable ASCII, 512 chars, in a JVM that has encoded every other kind before",
        () -> Texts.ASCII.ofLength(512),
        StringsExperiment::afterEveryKind);
    String allInOne = "all fields in one message";
    for (int length : new int[] {16, 512}) {
      add(
          "ascii-%d-batch".formatted(length),
          ascii,
          "printable ASCII, %d chars, %s".formatted(length, allInOne),
          () -> Texts.ASCII.ofLength(length),
          StringsExperiment::batch);
    }
    add(
        WORLD,
        REAL,
        "names of locales, each in its own language and script",
        Corpora::world,
        StringsExperiment::single);
    String values = "attribute values as services send them";
    add(TELEMETRY, REAL, values, Corpora::telemetry, StringsExperiment::single);
    add(
        KEYS,
        REAL,
        "keys of attributes, which are known beforehand",
        Corpora::keys,
        StringsExperiment::single);
    add(
        KEYS,
        new Writer(CONSTANT, List.of(), "ConstantWriter::write", ConstantWriter::new),
        Corpora::keys,
        StringsExperiment::single);
    add(
        TELEMETRY_BATCH,
        REAL,
        values + ", " + allInOne,
        Corpora::telemetry,
        StringsExperiment::batch);
  }

  private void addHeadlines() {
    addHeadline(ASCII_512, ASHLAR, OTEL_DEFAULT, OTEL_UNSAFE);
    addExplained(ASCII_512);
    addHeadline("ascii-16", ASHLAR, OTEL_DEFAULT);
    addHeadline("ascii-64", ASHLAR, "bytewise", "swar", "vector");
    addHeadline("latin1-512", ASHLAR, OTEL_UNSAFE);
    addHeadline("latin1-mixed-512", ASHLAR, OTEL_UNSAFE);
    addHeadline("cjk-512", ASHLAR, OTEL_UNSAFE, PROTOBUF);
    addHeadline("mixed-512", ASHLAR, OTEL_UNSAFE);
    addHeadline("late-512", ASHLAR, OTEL_UNSAFE);
    addHeadline(AFTER_MIXED, ASHLAR, OTEL_UNSAFE);
    addHeadline(TELEMETRY_BATCH, ASHLAR, OTEL_DEFAULT, OTEL_UNSAFE, PROTOBUF);
    addHeadline(KEYS, ASHLAR, CONSTANT);
    addHeadline(WORLD);
    addHeadline(TELEMETRY);
    addDefault(TELEMETRY, ASHLAR, OTEL_DEFAULT, OTEL_UNSAFE);
    addLoss(
        TELEMETRY,
        GETBYTES,
        "for short texts String.getBytes is as fast or faster, at a price in garbage"
            + " (docs/text.md)");
  }

  private void addLines(Path file) {
    String[] lines = Corpora.lines(file);
    add(
        TEXT,
        REAL,
        "the %d lines of %s".formatted(lines.length, file.getFileName()),
        () -> lines,
        StringsExperiment::single);
    addHeadline(TEXT);
    addDefault(TEXT, ASHLAR, OTEL_DEFAULT);
  }

  /// The texts are made lazily, because each measured JVM needs the texts of one case only.
  private void add(
      String name,
      String family,
      String description,
      Supplier<String[]> texts,
      BiFunction<FieldWriter, String[], FieldWorkload> work) {
    addCase(name, family, description, () -> texts.get().length);
    writers.forEach(writer -> add(name, writer, texts, work));
  }

  private void add(
      String theCase,
      Writer writer,
      Supplier<String[]> texts,
      BiFunction<FieldWriter, String[], FieldWorkload> work) {
    addWork(
            theCase,
            writer.name,
            () -> {
              String[] all = texts.get();
              int longest = Arrays.stream(all).mapToInt(String::length).max().orElse(0);
              int capacity = Math.max(1 << 16, 3 * longest + (1 << 10));
              return work.apply(writer.maker.apply(capacity), all);
            })
        .flags(writer.flags)
        .explained(writer.method);
  }

  private static FieldWorkload single(FieldWriter writer, String[] texts) {
    return new FieldWorkload(writer, texts, 1, List.of());
  }

  private static FieldWorkload batch(FieldWriter writer, String[] texts) {
    return new FieldWorkload(writer, texts, texts.length, List.of());
  }

  private static FieldWorkload afterEveryKind(FieldWriter writer, String[] texts) {
    List<String[]> before = Arrays.stream(Texts.values()).map(kind -> kind.ofLength(512)).toList();
    return new FieldWorkload(writer, texts, 1, before);
  }
}
