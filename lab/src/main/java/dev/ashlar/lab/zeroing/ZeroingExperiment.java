package dev.ashlar.lab.zeroing;

import static java.util.Map.entry;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.Workload;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Memory that need not be zero, after a patch proposed to the JDK in September 2020.
public final class ZeroingExperiment implements Experiment {
  /// Distinct inputs of each case.
  static final int INPUTS = 256;

  private static final int[] SIZES = {0, 10, 100, 1_000, 10_000, 100_000};
  private static final int[] LENGTHS = {8, 64, 128, 1024};
  private static final String NATIVE = "native";
  private static final String REPEAT = "repeat2-1024";
  private static final String EMPTY = "empty";
  private static final String HARNESS = "harness";
  private static final String ASHLAR = "ashlar";
  private static final String ASHLAR_EXPORTED = "ashlar-exported";
  private static final String JDK = "jdk";
  private static final String JDK_INTERNAL = "jdk-internal";
  private static final String ARRAYS_COPYOF = "arrays-copyof";
  private static final String ARENA = "arena";
  private static final String MALLOC = "malloc";

  private static final Map<String, Set<String>> DEFAULTS =
      Map.of("bytes-10000-written", Set.of(ASHLAR, JDK, JDK_INTERNAL));

  private static final Map<String, Set<String>> HEADLINES =
      Map.ofEntries(
          entry(EMPTY, Set.of()),
          entry("bytes-10000-written", Set.of()),
          entry("native-100000-written", Set.of(ASHLAR, ARENA)),
          entry(REPEAT, Set.of(ASHLAR, JDK)),
          entry("replace1-1024", Set.of(ASHLAR, JDK)));

  private static final List<Contender> CONTENDERS =
      List.of(
          new Contender(
              ASHLAR, "Unzeroed and Utf8Builder; no flag but the standard one for native memory"),
          new Contender(
              ASHLAR_EXPORTED,
              "the same, where the user exported what makes arrays without zeroing",
              List.of(JvmFlags.INTERNAL_UNSAFE)),
          new Contender(JDK, "plain new; String and StringBuilder, then getBytes"),
          new Contender(
              JDK_INTERNAL,
              "the JDK's internal allocateUninitializedArray, bare: unwritten bytes can be seen",
              List.of(JvmFlags.INTERNAL_UNSAFE)),
          new Contender(
              ARRAYS_COPYOF, "written to a buffer that is used again, then Arrays.copyOf"),
          new Contender(ARENA, "Arena.ofConfined and its allocate, which zeroes"),
          new Contender(
              MALLOC,
              "C's malloc and free, bare: nothing guards the memory",
              List.of(JvmFlags.NATIVE_ACCESS)),
          new Contender(HARNESS, "the loop around all of them, allocating nothing"));

  /// Who can do the work of a case, and how: made when it is asked for, since each measured JVM
  /// needs one.
  private final Map<Case, Map<String, Supplier<Workload>>> work = new LinkedHashMap<>();

  /// Makes the experiment.
  public ZeroingExperiment() {
    work.put(
        new Case(EMPTY, EMPTY, "the cost of the harness, included in all others"),
        Map.of(HARNESS, ZeroingExperiment::harness));
    for (Writing writing : Writing.values()) {
      for (int size : SIZES) {
        work.put(memory("bytes", "on the heap", size, writing), onTheHeap(size, writing));
      }
    }
    for (Writing writing : Writing.values()) {
      for (int size : SIZES) {
        work.put(memory(NATIVE, "of native memory", size, writing), offTheHeap(size, writing));
      }
    }
    for (TextOperation operation : TextOperation.values()) {
      for (int length : LENGTHS) {
        String family = operation.family();
        work.put(
            new Case(family + "-" + length, family, operation.description(length)),
            texts(operation, length));
      }
    }
  }

  private static Workload harness() {
    return new ArrayWorkload<>(
        Message.all(0, Writing.UNWRITTEN),
        _ -> Message.RING,
        (_, array) -> Arrays.equals(array, Message.RING));
  }

  private static Case memory(String kind, String where, int size, Writing writing) {
    return new Case(
        "%s-%d-%s".formatted(kind, size, writing.suffix()),
        kind + ", " + writing.suffix(),
        String.format(Locale.ROOT, "%,d bytes %s, %s", size, where, writing.description()));
  }

  /// `Arrays.copyOf` cannot leave its array unwritten.
  private static Map<String, Supplier<Workload>> onTheHeap(int size, Writing writing) {
    Map<String, Supplier<ArrayMaker>> makers = new LinkedHashMap<>();
    makers.put(ASHLAR, AshlarArrays::plain);
    makers.put(ASHLAR_EXPORTED, AshlarArrays::exported);
    makers.put(JDK, NewArrays::new);
    makers.put(JDK_INTERNAL, InternalArrays::new);
    if (writing == Writing.WRITTEN) {
      makers.put(ARRAYS_COPYOF, () -> new CopiedArrays(size));
    }
    return workloads(makers, maker -> arrays(Message.all(size, writing), maker));
  }

  private static Workload arrays(Message[] messages, ArrayMaker maker) {
    return new ArrayWorkload<>(
        messages, maker::make, (message, array) -> message.isIn(array, maker.zeroes()));
  }

  /// Native memory needs no export: [#ASHLAR_EXPORTED] would be [#ASHLAR].
  private static Map<String, Supplier<Workload>> offTheHeap(int size, Writing writing) {
    Map<String, Supplier<NativeMemory>> memories =
        Map.of(
            ASHLAR, ArenaMemory::unzeroed,
            ARENA, ArenaMemory::zeroed,
            MALLOC, MallocMemory::new);
    return workloads(memories, memory -> new NativeWorkload(Message.all(size, writing), memory));
  }

  private static Map<String, Supplier<Workload>> texts(TextOperation operation, int length) {
    Map<String, Supplier<TextMaker>> makers =
        Map.of(
            ASHLAR, AshlarTexts::plain,
            ASHLAR_EXPORTED, AshlarTexts::exported,
            JDK, JdkTexts::new);
    return workloads(makers, maker -> operation.workload(length, maker));
  }

  private static <T> Map<String, Supplier<Workload>> workloads(
      Map<String, Supplier<T>> contenders, Function<T, Workload> workload) {
    Map<String, Supplier<Workload>> all = new LinkedHashMap<>();
    contenders.forEach((name, make) -> all.put(name, () -> workload.apply(make.get())));
    return all;
  }

  @Override
  public String name() {
    return "zeroing";
  }

  @Override
  public String title() {
    return "Memory that need not be zero";
  }

  @Override
  public String question() {
    return "Java zeroes memory before it hands it out, even when every byte is overwritten at once. In"
        + " 2020 a patch on core-libs-dev left that out for String's own arrays. Reviewers had two"
        + " worries. Could such an array ever be seen unwritten? Not one of Unzeroed's: whoever fills"
        + " it gets a sink and never the array, the module is closed to reflection, and what was not"
        + " written is zeroed before the array comes out. And does the compiler not leave out the"
        + " zeroing by itself? It does where one copy fills the whole array right after its"
        + " allocation, as in Arrays.copyOf; it does not where a loop or several copies fill it, as"
        + " in repeat of one char. What does the zeroing that is left cost?";
  }

  @Override
  public List<Case> cases() {
    return List.copyOf(work.keySet());
  }

  @Override
  public List<Contender> contenders() {
    return CONTENDERS;
  }

  @Override
  public boolean applies(Case theCase, Contender contender) {
    return contendersOf(theCase).containsKey(contender.name());
  }

  @Override
  public Optional<String> jdk(Case theCase) {
    return Stream.of(JDK, ARENA).filter(contendersOf(theCase)::containsKey).findFirst();
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
  public Optional<String> explained(Case theCase, Contender contender) {
    if (theCase.name().equals(EMPTY)) {
      return Optional.empty();
    }
    return Optional.of(
        theCase.name().startsWith(NATIVE) ? "NativeWorkload::run" : "ArrayWorkload::run");
  }

  @Override
  public boolean isExplainedInQuick(Case theCase, Contender contender) {
    return theCase.name().equals(REPEAT) && isHeadline(theCase, contender);
  }

  @Override
  public int operations(Case theCase) {
    return INPUTS;
  }

  /// Native memory takes the flag for it whoever asks, except from the JDK's own arena.
  @Override
  public List<String> flags(Case theCase, Contender contender) {
    boolean isNative = theCase.name().startsWith(NATIVE) && contender.name().equals(ASHLAR);
    return isNative ? List.of(JvmFlags.NATIVE_ACCESS) : contender.flags();
  }

  @Override
  public Workload workload(Case theCase, Contender contender) {
    Supplier<Workload> workload = contendersOf(theCase).get(contender.name());
    if (workload == null) {
      throw new IllegalArgumentException(contender.name() + " has no part in " + theCase.name());
    }
    return workload.get();
  }

  private Map<String, Supplier<Workload>> contendersOf(Case theCase) {
    Map<String, Supplier<Workload>> contenders = work.get(theCase);
    if (contenders == null) {
      throw new IllegalArgumentException("unknown: " + theCase);
    }
    return contenders;
  }
}
