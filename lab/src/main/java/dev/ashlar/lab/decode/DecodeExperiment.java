package dev.ashlar.lab.decode;

import static java.util.Map.entry;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Reading tagged values from memory of every kind, after a Japanese blog of May 2014 that read
/// HotSpot's inlining log of a decoder.
public final class DecodeExperiment implements Experiment {
  /// Options of the C compiler.
  static final String C_OPTION = "-O2";

  private static final String EMPTY = "empty";
  private static final String HARNESS = "harness";
  private static final String ASHLAR = "ashlar";
  private static final String UNSAFE = "unsafe";
  private static final String SEGMENT = "segment";
  private static final String C = "c";

  private static final Map<String, Set<String>> DEFAULTS =
      Map.of("heap-polluted-predictable", Set.of(ASHLAR, UNSAFE, SEGMENT, C));

  private static final Map<String, Set<String>> HEADLINES =
      Map.ofEntries(
          entry(EMPTY, Set.of()),
          entry("heap-clean", Set.of(ASHLAR, UNSAFE, C)),
          entry("heap-polluted", Set.of(ASHLAR, UNSAFE, C, SEGMENT, "bytebuffer")),
          entry("native-clean", Set.of(ASHLAR, UNSAFE, C)),
          entry("native-polluted", Set.of()),
          entry("heap-clean-predictable", Set.of(ASHLAR, UNSAFE, C)),
          entry("heap-polluted-predictable", Set.of(ASHLAR, UNSAFE, C)),
          entry("native-clean-predictable", Set.of(ASHLAR, UNSAFE, C)),
          entry("native-polluted-predictable", Set.of(ASHLAR, UNSAFE, C)));

  /// Cases and contenders whose calls quick mode shows: the profile of the second is shared by the
  /// whole JVM, that of the others is not.
  private static final Set<String> EXPLAINED_CASES =
      Set.of("heap-clean", "heap-polluted", "native-clean", "native-polluted");

  private static final Set<String> EXPLAINED = Set.of(ASHLAR, "bytebuffer", SEGMENT, UNSAFE);

  private record Setting(Kind kind, boolean polluted, boolean predictable) {}

  private final Map<Case, Setting> settings = new LinkedHashMap<>();
  private final Map<Contender, Supplier<Decoder<?>>> decoders = new LinkedHashMap<>();

  /// Makes the experiment.
  public DecodeExperiment() {
    addCases();
    add(ASHLAR, "Bytes", List.of(), AshlarDecoder::new);
    add("bytebuffer", "the JDK's ByteBuffer", List.of(), ByteBufferDecoder::new);
    add(SEGMENT, "the JDK's MemorySegment", List.of(), SegmentDecoder::new);
    add("varhandle", "VarHandle views of a byte[]", List.of(), VarHandleDecoder::new);
    add(UNSAFE, "sun.misc.Unsafe, which checks nothing", List.of(), UnsafeDecoder::new);
    add("agrona", "Agrona's UnsafeBuffer", List.of(JvmFlags.INTERNAL_UNSAFE), AgronaDecoder::new);
    add("netty", "Netty's ByteBuf", List.of(), NettyDecoder::new);
    add(
        C,
        "C, compiled here with " + C_OPTION + ", which checks nothing either",
        List.of(JvmFlags.NATIVE_ACCESS),
        CDecoder::new);
    add(HARNESS, "the call of a contender, decoding nothing", List.of(), HarnessDecoder::new);
  }

  private void addCases() {
    settings.put(
        new Case(EMPTY, EMPTY, "the cost of the harness, included in all others"),
        new Setting(Kind.HEAP, false, false));
    for (Kind kind : List.of(Kind.HEAP, Kind.NATIVE, Kind.MAPPED)) {
      for (boolean predictable : new boolean[] {false, true}) {
        for (boolean polluted : new boolean[] {false, true}) {
          add(new Setting(kind, polluted, predictable));
        }
      }
    }
  }

  private void add(Setting setting) {
    String memory = setting.kind.name().toLowerCase(Locale.ROOT);
    String widths = setting.predictable ? "-predictable" : "";
    settings.put(
        new Case(
            memory + (setting.polluted ? "-polluted" : "-clean") + widths,
            memory + widths,
            "1 MiB of %s memory, %s, in a JVM that %s"
                .formatted(
                    memory,
                    setting.predictable
                        ? "wide and narrow values in turn"
                        : "wide and narrow values at random",
                    setting.polluted
                        ? "has decoded heap, read-only, native and mapped memory before"
                        : "has decoded no other memory")),
        setting);
  }

  private void add(
      String name, String description, List<String> flags, Supplier<Decoder<?>> decoder) {
    decoders.put(new Contender(name, description, flags), decoder);
  }

  @Override
  public String name() {
    return "decode";
  }

  @Override
  public String title() {
    return "Reading values from memory";
  }

  @Override
  public String question() {
    return "Unsafe's accessors are intrinsics. Those of ByteBuffer and MemorySegment are ordinary"
        + " methods with one type profile for the whole JVM: once a program has used heap, native and"
        + " mapped memory, the compiler no longer knows which it will be, and calls what it inlined"
        + " before. In 2014 that cost a direct ByteBuffer a quarter of its speed. What does it cost to"
        + " walk over 1 MiB of tagged values, in a fresh JVM and in one that has seen every kind?";
  }

  @Override
  public List<Case> cases() {
    return List.copyOf(settings.keySet());
  }

  @Override
  public List<Contender> contenders() {
    return List.copyOf(decoders.keySet());
  }

  /// An array cannot be anything but on the heap; so views of it have nothing to be polluted with.
  @Override
  public boolean applies(Case theCase, Contender contender) {
    if (theCase.name().equals(EMPTY) || contender.name().equals(HARNESS)) {
      return theCase.name().equals(EMPTY) && contender.name().equals(HARNESS);
    }
    Setting setting = setting(theCase);
    return !contender.name().equals("varhandle")
        || (setting.kind == Kind.HEAP && !setting.polluted);
  }

  @Override
  public Optional<String> jdk(Case theCase) {
    return theCase.name().equals(EMPTY) ? Optional.empty() : Optional.of(SEGMENT);
  }

  @Override
  public Map<String, Set<String>> defaults() {
    return DEFAULTS;
  }

  @Override
  public Map<String, Set<String>> headlines() {
    return HEADLINES;
  }

  @Override
  public int operations(Case theCase) {
    return 1;
  }

  /// What C compiles to is not in HotSpot's log.
  @Override
  public Optional<String> explained(Case theCase, Contender contender) {
    return theCase.name().equals(EMPTY) || contender.name().equals(C)
        ? Optional.empty()
        : Optional.of(
            Objects.requireNonNull(decoders.get(contender)).get().getClass().getSimpleName()
                + "::decode");
  }

  @Override
  public boolean showsLoops() {
    return true;
  }

  @Override
  public boolean isExplainedInQuick(Case theCase, Contender contender) {
    return EXPLAINED_CASES.contains(theCase.name()) && EXPLAINED.contains(contender.name());
  }

  /// On the heap alone, [dev.ashlar.memory.Bytes] needs no native access.
  @Override
  public List<String> flags(Case theCase, Contender contender) {
    List<String> flags = new ArrayList<>(contender.flags());
    Setting setting = setting(theCase);
    if (contender.name().equals(ASHLAR) && (setting.kind != Kind.HEAP || setting.polluted)) {
      flags.add(JvmFlags.NATIVE_ACCESS);
    }
    return flags;
  }

  @Override
  public Workload workload(Case theCase, Contender contender) {
    Supplier<Decoder<?>> decoder = Objects.requireNonNull(decoders.get(contender), contender::name);
    return workload(decoder.get(), setting(theCase));
  }

  private static <M> Workload workload(Decoder<M> decoder, Setting setting) {
    TaggedStream stream = setting.predictable ? TaggedStream.predictable() : TaggedStream.random();
    return new DecodeWorkload<>(decoder, stream, setting.kind, setting.polluted);
  }

  private Setting setting(Case theCase) {
    return Objects.requireNonNull(settings.get(theCase), theCase::name);
  }
}
