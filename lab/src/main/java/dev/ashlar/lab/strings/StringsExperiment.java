package dev.ashlar.lab.strings;

import static java.util.Map.entry;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.Workload;
import io.opentelemetry.exporter.internal.marshal.StringEncoderHolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// A String field onto the wire, after OpenTelemetry Java's pull request 6433.
public final class StringsExperiment implements Experiment {
  private static final int[] LENGTHS = {8, 16, 64, 512, 4096};
  private static final String ASCII_512 = "ascii-512";
  private static final String AFTER_MIXED = ASCII_512 + "-after-mixed";
  private static final String BATCH = "-batch";
  private static final String EMPTY = "empty";
  private static final String TEXT = "text";
  private static final String HARNESS = "harness";
  private static final String ASHLAR = "ashlar";
  private static final String KEYS = "keys";
  private static final String CONSTANT = "ashlar-constant";

  private static final Map<String, Set<String>> DEFAULTS =
      Map.of(
          "ascii-16", Set.of(ASHLAR, "otel-default", "otel-unsafe"),
          "telemetry", Set.of(ASHLAR, "otel-default"));

  private static final Map<String, Set<String>> HEADLINES =
      Map.ofEntries(
          entry(EMPTY, Set.of()),
          entry(TEXT, Set.of()),
          entry(ASCII_512, Set.of(ASHLAR, "otel-default", "otel-unsafe")),
          entry("ascii-16", Set.of(ASHLAR, "otel-default")),
          entry("ascii-64", Set.of(ASHLAR, "bytewise", "swar", "vector", "jdk-getbytes")),
          entry("latin1-512", Set.of(ASHLAR, "otel-unsafe")),
          entry("latin1-mixed-512", Set.of(ASHLAR, "otel-unsafe", "jdk-getbytes")),
          entry("cjk-512", Set.of(ASHLAR, "otel-unsafe", "protobuf")),
          entry("mixed-512", Set.of(ASHLAR, "otel-unsafe")),
          entry("late-512", Set.of(ASHLAR, "otel-unsafe")),
          entry(AFTER_MIXED, Set.of(ASHLAR, "otel-unsafe")),
          entry("telemetry-batch", Set.of(ASHLAR, "otel-default", "otel-unsafe", "protobuf")),
          entry(KEYS, Set.of(ASHLAR, CONSTANT)),
          entry("world", Set.of()),
          entry("telemetry", Set.of()));

  private final Map<String, Set<String>> defaults = new LinkedHashMap<>(DEFAULTS);
  private final Map<Case, Supplier<String[]>> texts = new LinkedHashMap<>();
  private final Map<Contender, IntFunction<FieldWriter>> writers = new LinkedHashMap<>();

  /// Makes the experiment.
  ///
  /// @param file the user's own lines
  public StringsExperiment(Optional<Path> file) {
    addWriters();
    addCases(file);
  }

  private void addWriters() {
    add(ASHLAR, "Utf8.Encoder and the field's header", AshlarWriter::new);
    add(CONSTANT, "Utf8Constant, encoded beforehand, and the field's header", ConstantWriter::new);
    add(
        "otel-default",
        "OpenTelemetry's low-allocation marshaler as the SDK without its agent uses it on this JDK",
        capacity -> OtelWriter.ofDefaults());
    add(
        "otel-unsafe",
        "the same with its Unsafe encoder",
        capacity -> OtelWriter.of("Unsafe", StringEncoderHolder::createUnsafeEncoder));
    writers.put(
        new Contender(
            "otel-varhandle",
            "the same with the VarHandle encoder that users of its agent get",
            List.of("--add-opens=java.base/java.lang=ALL-UNNAMED")),
        capacity -> OtelWriter.of("VarHandle", StringEncoderHolder::createVarHandleEncoder));
    add(
        "otel-allocating",
        "OpenTelemetry's allocating marshaler",
        capacity -> new OtelAllocatingWriter());
    add("protobuf", "protobuf-java's CodedOutputStream on an array", ProtobufWriter::new);
    add("netty", "Netty's ByteBufUtil on a heap buffer", NettyWriter::new);
    add("jdk-getbytes", "String.getBytes and a copy", GetBytesWriter::new);
    add("jdk-encoder", "the JDK's CharsetEncoder, reused", CharsetEncoderWriter::new);
    add("quickbuf", "QuickBuffers' ProtoSink on an array", QuickbufWriter::new);
    writers.put(
        new Contender(
            "agrona", "Agrona's UnsafeBuffer over an array", List.of(JvmFlags.INTERNAL_UNSAFE)),
        AgronaWriter::new);
    add("bytewise", "chars tested and narrowed one by one", BytewiseWriter::new);
    add("swar", "the same, eight at a time in long values", SwarWriter::new);
    // A class of the incubating module is named in a lambda's body only, which others never run.
    writers.put(
        new Contender(
            "vector",
            "the same, eight or sixteen at a time through the incubating Vector API",
            List.of("--add-modules=jdk.incubator.vector")),
        capacity -> new VectorWriter(capacity));
    add(HARNESS, "the loop around all of them, writing nothing", capacity -> new HarnessWriter());
  }

  private void add(String name, String description, IntFunction<FieldWriter> factory) {
    writers.put(new Contender(name, description), factory);
  }

  /// Texts are made when they are asked for: each measured JVM needs those of one case only.
  private void addCases(Optional<Path> file) {
    add(
        EMPTY,
        EMPTY,
        "the cost of the harness, included in all others",
        () -> Texts.ASCII.ofLength(8));
    for (Texts kind : Texts.values()) {
      for (int length : LENGTHS) {
        add(
            kind.family() + "-" + length,
            kind.family(),
            "%s, %d chars".formatted(kind.description(), length),
            () -> kind.ofLength(length));
      }
    }
    String ascii = Texts.ASCII.family();
    add(
        AFTER_MIXED,
        ascii,
        "printable ASCII, 512 chars, in a JVM that has encoded every other kind before",
        () -> Texts.ASCII.ofLength(512));
    String allInOne = "all fields in one message";
    add(
        "ascii-16" + BATCH,
        ascii,
        "printable ASCII, 16 chars, " + allInOne,
        () -> Texts.ASCII.ofLength(16));
    add(
        ASCII_512 + BATCH,
        ascii,
        "printable ASCII, 512 chars, " + allInOne,
        () -> Texts.ASCII.ofLength(512));
    String real = "real text";
    add("world", real, "names of locales, each in its own language and script", Corpora::world);
    add("telemetry", real, "attribute values as services send them", Corpora::telemetry);
    add(KEYS, real, "keys of attributes, which are known beforehand", Corpora::keys);
    add(
        "telemetry" + BATCH,
        real,
        "attribute values as services send them, " + allInOne,
        Corpora::telemetry);
    file.ifPresent(path -> {
      String[] lines = Corpora.lines(path);
      add(
          TEXT,
          real,
          "the %d lines of %s".formatted(lines.length, path.getFileName()),
          () -> lines);
      defaults.put(TEXT, Set.of(ASHLAR, "jdk-getbytes", "otel-default"));
    });
  }

  private void add(String name, String family, String description, Supplier<String[]> source) {
    texts.put(new Case(name, family, description), source);
  }

  @Override
  public String name() {
    return "strings";
  }

  @Override
  public String title() {
    return "A String field onto the wire";
  }

  @Override
  public String question() {
    return "An exporter writes millions of String fields: a tag, the length, the UTF-8 bytes. In"
        + " 2024 OpenTelemetry's Java SDK got a path that allocates nothing by reading the"
        + " String's internal array through Unsafe, with a char loop for when Unsafe is"
        + " gone. Now it is gone. What does a String field cost without Unsafe, for text of"
        + " every kind?";
  }

  @Override
  public List<Case> cases() {
    return List.copyOf(texts.keySet());
  }

  @Override
  public List<Contender> contenders() {
    return List.copyOf(writers.keySet());
  }

  @Override
  public boolean applies(Case theCase, Contender contender) {
    return theCase.name().equals(EMPTY) == contender.name().equals(HARNESS)
        && (theCase.name().equals(KEYS) || !contender.name().equals(CONSTANT));
  }

  @Override
  public Map<String, Set<String>> defaults() {
    return Collections.unmodifiableMap(defaults);
  }

  @Override
  public Map<String, Set<String>> headlines() {
    return HEADLINES;
  }

  /// What goes over the fields of a message, for OpenTelemetry's marshalers and for all others.
  @Override
  public Optional<String> explained(Case theCase, Contender contender) {
    if (theCase.name().equals(EMPTY)) {
      return Optional.empty();
    }
    if (contender.name().equals(CONSTANT)) {
      return Optional.of("ConstantWriter::write");
    }
    return Optional.of(
        (contender.name().startsWith("otel") ? "OtelMarshaler" : "BufferWriter") + "::write");
  }

  @Override
  public boolean isExplainedInQuick(Case theCase, Contender contender) {
    return theCase.name().equals(ASCII_512) && isHeadline(theCase, contender);
  }

  @Override
  public int operations(Case theCase) {
    return lookUp(texts, theCase).get().length;
  }

  @Override
  public Workload workload(Case theCase, Contender contender) {
    String[] all = lookUp(texts, theCase).get();
    int longest = Arrays.stream(all).mapToInt(String::length).max().orElse(0);
    FieldWriter writer =
        lookUp(writers, contender).apply(Math.max(1 << 16, 3 * longest + (1 << 10)));
    List<String[]> before = new ArrayList<>();
    if (theCase.name().equals(AFTER_MIXED)) {
      Arrays.stream(Texts.values()).forEach(kind -> before.add(kind.ofLength(512)));
    }
    int fieldsPerMessage = theCase.name().endsWith(BATCH) ? all.length : 1;
    return new FieldWorkload(writer, all, fieldsPerMessage, before);
  }

  private static <K, V> V lookUp(Map<K, V> map, K key) {
    V value = map.get(key);
    if (value == null) {
      throw new IllegalArgumentException("unknown: " + key);
    }
    return value;
  }
}
