package dev.ashlar.lab.calls;

import static java.util.Map.entry;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// Memory for one native call, after the discussion on panama-dev in January 2025.
public final class CallsExperiment implements Experiment {
  private static final int LENGTH = 100;
  private static final String STRLEN = "strlen-";
  private static final String STRLEN_100 = STRLEN + LENGTH;
  private static final String THREADS = "threads-";
  private static final String VIRTUAL = "virtual-" + VirtualThreadsWorkload.THREADS;
  private static final String LDIV = "struct-ldiv";
  private static final String DIV = "struct-div";
  private static final String FIVE_STRUCTS = "five-structs";
  private static final String ERRNO = "errno";
  private static final String NESTED = "nested";
  private static final String UPCALL = "upcall-struct";
  private static final String IO = "io-64k";
  private static final int IO_THREADS = 2;
  private static final String EMPTY = "empty";

  private static final String HARNESS = "harness";
  private static final String ASHLAR = "ashlar";
  private static final String ASHLAR_POOL = "ashlar-pool";
  private static final String CONFINED = "jdk-confined";
  private static final String SHARED = "jdk-shared";
  private static final String AUTO = "jdk-auto";
  private static final String SLICING = "jdk-slicing";
  private static final String BUFFER_STACK = "jdk-bufferstack";
  private static final String MALLOC = "malloc";
  private static final String CRITICAL_HEAP = "critical-heap";
  private static final String REUSED = "reused";

  private static final String EXPORT = "--add-exports=java.base/jdk.internal.foreign=ALL-UNNAMED";

  /// Those whose memory may go from thread to thread, as a buffer for I/O does.
  private static final Set<String> SHAREABLE = Set.of(ASHLAR_POOL, SHARED, AUTO, MALLOC, REUSED);

  /// Those with one piece of memory, which belongs to one thread and to one call at a time.
  private static final Set<String> SINGLE = Set.of(SLICING, REUSED);

  private static final Map<String, Set<String>> DEFAULTS =
      Map.of(
          STRLEN_100, Set.of(ASHLAR, CONFINED, BUFFER_STACK, REUSED),
          LDIV, Set.of(ASHLAR, CONFINED));

  private static final Map<String, Set<String>> HEADLINES =
      Map.ofEntries(
          entry(EMPTY, Set.of()),
          entry(STRLEN_100, Set.of()),
          entry(STRLEN + 20, Set.of(ASHLAR, BUFFER_STACK)),
          entry(STRLEN + 451, Set.of(ASHLAR, BUFFER_STACK)),
          entry(LDIV, Set.of(ASHLAR, CONFINED)),
          entry(FIVE_STRUCTS, Set.of(ASHLAR, CONFINED)),
          entry(ERRNO, Set.of(ASHLAR, CONFINED)),
          entry(UPCALL, Set.of(ASHLAR, CONFINED)),
          entry(THREADS + 1, Set.of(ASHLAR)),
          entry(THREADS + 2, Set.of(ASHLAR)),
          entry(IO, Set.of(ASHLAR_POOL, SHARED)));

  private final Map<Case, Function<CallMemory<?>, NativeCall>> works = new LinkedHashMap<>();
  private final Map<Contender, Supplier<CallMemory<?>>> memories = new LinkedHashMap<>();

  /// Makes the experiment.
  public CallsExperiment() {
    addContenders();
    addCases();
  }

  private void addContenders() {
    add(ASHLAR, "a frame of NativeStack", StackFrame::new);
    add(ASHLAR_POOL, "a lease of NativePool, which all threads share", PoolLease::new);
    add(CONFINED, "Arena.ofConfined, closed after the call", ConfinedArena::new);
    add(SHARED, "Arena.ofShared, closed after the call", SharedArena::new);
    add(AUTO, "Arena.ofAuto, left to the garbage collector", AutomaticArena::new);
    add(
        SLICING,
        "the JDK's slicing allocator over the same memory each time; nothing tracks lifetimes",
        SlicingMemory::new);
    memories.put(
        new Contender(
            BUFFER_STACK,
            "the stack that the JDK's linker has for itself: a ceiling",
            List.of(JvmFlags.NATIVE_ACCESS, EXPORT)),
        BufferStackFrame::new);
    add("lwjgl", "LWJGL's SegmentStack; nothing tracks lifetimes", LwjglFrame::new);
    add(MALLOC, "C's malloc and free through downcalls", MallocMemory::new);
    add(
        CRITICAL_HEAP,
        "arrays on the heap, and calls that hold up the collector (Linker.Option.critical)",
        HeapMemory::new);
    memories.put(
        new Contender(
            REUSED,
            "memory that is there already, always the same: the floor",
            List.of(JvmFlags.NATIVE_ACCESS),
            Kind.LIMIT),
        ReusedMemory::new);
    memories.put(
        new Contender(HARNESS, "the loop around all of them, calling nothing"), ReusedMemory::new);
  }

  private void add(String name, String description, Supplier<CallMemory<?>> factory) {
    memories.put(new Contender(name, description, List.of(JvmFlags.NATIVE_ACCESS)), factory);
  }

  private void addCases() {
    add(
        EMPTY,
        EMPTY,
        "the cost of the harness, included in all others",
        _ -> new NoCall(Inputs.strings(LENGTH)));
    for (int length : new int[] {20, LENGTH, 451}) {
      add(
          STRLEN + length,
          "strlen",
          "strlen of a Java String of %d chars, copied for the call".formatted(length),
          memory -> new StrlenCall<>(memory, Inputs.strings(length)));
    }
    String structs = "structs";
    add(LDIV, structs, "ldiv, which returns a struct of two longs", LdivCall::new);
    add(DIV, structs, "div, which returns a struct of two ints", DivCall::new);
    add(FIVE_STRUCTS, structs, "five structs for one call of memcmp", FiveStructsCall::new);
    add(ERRNO, ERRNO, "close of a file that is not open, and its errno", ErrnoCall::new);
    add(
        NESTED,
        NESTED,
        "bsearch calls back into Java, where strlen is called: down, up, down",
        memory -> new NestedCall<>(memory, Inputs.strings(LENGTH)));
    add(
        UPCALL,
        NESTED,
        "a struct of two longs by value to C, which passes it by value to a Java method",
        UpcallCall::new);
    for (int threads : new int[] {1, 2, 4}) {
      add(
          THREADS + threads,
          "threads",
          threads == 1
              ? STRLEN_100 + " from one thread"
              : "%s from %d threads at once, as each of them sees it"
                  .formatted(STRLEN_100, threads),
          memory -> new StrlenCall<>(memory, Inputs.strings(LENGTH)));
    }
    add(
        VIRTUAL,
        "threads",
        "%s from %,d virtual threads, all of the time by all of the calls"
            .formatted(STRLEN_100, VirtualThreadsWorkload.THREADS),
        memory -> new StrlenCall<>(memory, Inputs.strings(LENGTH)));
    add(
        IO,
        "io",
        "a buffer of 64 KiB, taken and given back by each of %d threads".formatted(IO_THREADS),
        BufferCall::new);
  }

  private void add(
      String name, String family, String description, Function<CallMemory<?>, NativeCall> calls) {
    works.put(new Case(name, family, description), calls);
  }

  @Override
  public String name() {
    return "calls";
  }

  @Override
  public String title() {
    return "Memory for one native call";
  }

  @Override
  public String question() {
    return "A native function wants a C string, or room for the struct it returns, or a place for"
        + " errno: memory that is dead when the call is over. In 2025 a thread on panama-dev found"
        + " that malloc and free took four fifths of a call that returns a small struct. What does"
        + " such memory cost when it comes from a stack or a pool whose lifetimes are still"
        + " checked?";
  }

  @Override
  public List<Case> cases() {
    return List.copyOf(works.keySet());
  }

  @Override
  public List<Contender> contenders() {
    return List.copyOf(memories.keySet());
  }

  /// Some pairs are impossible: a buffer of one thread given to another; one piece of memory for
  /// two calls at a time; a critical call that calls back. An array is impossible where C reads
  /// nothing or writes native memory only.
  @Override
  public boolean applies(Case theCase, Contender contender) {
    String by = contender.name();
    return switch (theCase.name()) {
      case EMPTY -> by.equals(HARNESS);
      case IO -> SHAREABLE.contains(by);
      case NESTED -> !by.equals(HARNESS) && !by.equals(CRITICAL_HEAP) && !SINGLE.contains(by);
      case VIRTUAL -> !by.equals(HARNESS) && !SINGLE.contains(by);
      case LDIV, DIV, ERRNO -> !by.equals(HARNESS) && !by.equals(CRITICAL_HEAP);
      default -> !by.equals(HARNESS);
    };
  }

  /// A buffer for several threads cannot be confined to one.
  @Override
  public Optional<String> jdk(Case theCase) {
    return switch (theCase.name()) {
      case EMPTY -> Optional.empty();
      case IO -> Optional.of(SHARED);
      default -> Optional.of(CONFINED);
    };
  }

  @Override
  public Map<String, Set<String>> defaults() {
    return DEFAULTS;
  }

  @Override
  public Map<String, Set<String>> headlines() {
    return HEADLINES;
  }

  /// With many virtual threads it is not one method that does the work.
  @Override
  public Optional<String> explained(Case theCase, Contender contender) {
    String name = theCase.name();
    if (name.equals(EMPTY) || name.equals(VIRTUAL)) {
      return Optional.empty();
    }
    String call =
        switch (name) {
          case LDIV -> "LdivCall";
          case DIV -> "DivCall";
          case FIVE_STRUCTS -> "FiveStructsCall";
          case ERRNO -> "ErrnoCall";
          case NESTED -> "NestedCall";
          case UPCALL -> "UpcallCall";
          case IO -> "BufferCall";
          default -> "StrlenCall";
        };
    return Optional.of(call + "::make");
  }

  @Override
  public boolean isExplainedInQuick(Case theCase, Contender contender) {
    return theCase.name().equals(LDIV) && isHeadline(theCase, contender);
  }

  @Override
  public int operations(Case theCase) {
    return theCase.name().equals(VIRTUAL)
        ? VirtualThreadsWorkload.THREADS * VirtualThreadsWorkload.CALLS_PER_THREAD
        : Inputs.COUNT;
  }

  @Override
  public int threads(Case theCase) {
    String name = theCase.name();
    if (name.startsWith(THREADS)) {
      return Integer.parseInt(name.substring(THREADS.length()));
    }
    return name.equals(IO) ? IO_THREADS : 1;
  }

  @Override
  public Workload workload(Case theCase, Contender contender) {
    Function<CallMemory<?>, NativeCall> calls = lookUp(works, theCase);
    Supplier<CallMemory<?>> memory = lookUp(memories, contender);
    if (theCase.name().equals(VIRTUAL)) {
      String[] texts = Inputs.strings(LENGTH);
      return new VirtualThreadsWorkload(() -> new StrlenCall<>(memory.get(), texts));
    }
    return new CallWorkload(calls.apply(memory.get()));
  }

  private static <K, V> V lookUp(Map<K, V> map, K key) {
    V value = map.get(key);
    if (value == null) {
      throw new IllegalArgumentException("unknown: " + key);
    }
    return value;
  }
}
