// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.calls.CallMemory.ArenaMemory;
import dev.ashlar.lab.calls.CallMemory.BufferStackFrame;
import dev.ashlar.lab.calls.CallMemory.HeapMemory;
import dev.ashlar.lab.calls.CallMemory.LwjglFrame;
import dev.ashlar.lab.calls.CallMemory.MallocMemory;
import dev.ashlar.lab.calls.CallMemory.PoolLease;
import dev.ashlar.lab.calls.CallMemory.ReusedMemory;
import dev.ashlar.lab.calls.CallMemory.SlicingMemory;
import dev.ashlar.lab.calls.CallMemory.StackFrame;
import dev.ashlar.lab.calls.NativeCall.BufferCall;
import dev.ashlar.lab.calls.NativeCall.DivCall;
import dev.ashlar.lab.calls.NativeCall.ErrnoCall;
import dev.ashlar.lab.calls.NativeCall.FiveStructsCall;
import dev.ashlar.lab.calls.NativeCall.LdivCall;
import dev.ashlar.lab.calls.NativeCall.StrlenCall;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.results.LabRun.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// Compares memory for one native call, after a discussion on panama-dev in January 2025.
public final class CallsExperiment extends Experiment {
  private static final int LENGTH = 100;
  private static final String STRLEN = "strlen-";
  private static final String STRLEN_100 = STRLEN + LENGTH;
  private static final String THREADS = "threads-";
  private static final String LDIV = "struct-ldiv";
  private static final String FIVE_STRUCTS = "five-structs";
  private static final String ERRNO = "errno";
  private static final String UPCALL = "upcall-struct";
  private static final String IO = "io-64k";
  private static final int IO_THREADS = 2;

  private static final String ASHLAR = "ashlar";
  private static final String ASHLAR_POOL = "ashlar-pool";
  private static final String CONFINED = "jdk-confined";
  private static final String SHARED = "jdk-shared";
  private static final String BUFFER_STACK = "jdk-bufferstack";
  private static final String SLICING = "jdk-slicing";
  private static final String CRITICAL = "critical-heap";
  private static final String REUSED = "reused";

  private static final List<String> NATIVE_ACCESS = List.of(JvmFlags.NATIVE_ACCESS);
  private static final String EXPORT = "--add-exports=java.base/jdk.internal.foreign=ALL-UNNAMED";

  /// The properties of memory that a case may need.
  private enum Trait {
    /// Several threads may use the memory, as they use a buffer for I/O.
    SHAREABLE,
    /// Calls that overlap in time get separate memory.
    REENTRANT,
    /// The memory is native. C stores a result in it, or gets its address and calls back into Java.
    NATIVE
  }

  /// A contender.
  private record Source(
      String name, List<String> flags, Set<Trait> traits, Supplier<CallMemory<?>> memory) {}

  private final List<Source> sources = new ArrayList<>();

  /// Creates the experiment.
  public CallsExperiment() {
    super(
        "calls",
        "Memory for one native call",
        "A native function wants a C string, or room for the struct it returns, or a place for"
            + " errno: memory that is dead when the call is over. In 2025 a thread on panama-dev found"
            + " that malloc and free took four fifths of a call that returns a small struct. What does"
            + " such memory cost when it comes from a stack or a pool whose lifetimes are still"
            + " checked?");
    addSources();
    setJdkContenders(CONFINED, SHARED, CRITICAL);
    addStrings();
    addStructs();
    addThreads();
    addHeadlines();
  }

  private void addSources() {
    Set<Trait> all = Set.of(Trait.values());
    Set<Trait> unshared = Set.of(Trait.REENTRANT, Trait.NATIVE);
    add(ASHLAR, "a frame of NativeStack", unshared, StackFrame::new);
    add(ASHLAR_POOL, "a lease of NativePool, which all threads share", all, PoolLease::new);
    add(CONFINED, "Arena.ofConfined, closed after the call", unshared, ArenaMemory.Confined::new);
    add(SHARED, "Arena.ofShared, closed after the call", all, ArenaMemory.Shared::new);
    add("jdk-auto", "Arena.ofAuto, left to the garbage collector", all, ArenaMemory.Automatic::new);
    addContender(
        SLICING,
        "the JDK's slicing allocator over the same memory each time; nothing tracks lifetimes",
        Kind.LESS_WORK);
    sources.add(new Source(SLICING, NATIVE_ACCESS, Set.of(Trait.NATIVE), SlicingMemory::new));
    addContender(
        BUFFER_STACK, "the stack that the JDK's linker has for itself: a ceiling", Kind.LIMIT);
    sources.add(
        new Source(
            BUFFER_STACK,
            List.of(JvmFlags.NATIVE_ACCESS, EXPORT),
            unshared,
            BufferStackFrame::new));
    add("lwjgl", "LWJGL's SegmentStack; nothing tracks lifetimes", unshared, LwjglFrame::new);
    add("malloc", "C's malloc and free through downcalls", all, MallocMemory::new);
    add(
        CRITICAL,
        "arrays on the heap, and calls that hold up the collector (Linker.Option.critical)",
        Set.of(Trait.REENTRANT),
        HeapMemory::new);
    addContender(REUSED, "memory that is there already, always the same: the floor", Kind.LIMIT);
    sources.add(
        new Source(
            REUSED, NATIVE_ACCESS, Set.of(Trait.SHAREABLE, Trait.NATIVE), ReusedMemory::new));
    addHarness(
        "the loop around all of them, calling nothing",
        Inputs.COUNT,
        () -> new CallWorkload(new NativeCall.None(Inputs.strings(LENGTH))));
  }

  private void add(
      String name, String description, Set<Trait> traits, Supplier<CallMemory<?>> memory) {
    addContender(name, description);
    sources.add(new Source(name, NATIVE_ACCESS, traits, memory));
  }

  private void addStrings() {
    for (int length : new int[] {20, LENGTH, 451}) {
      addStrlen(
          STRLEN + length,
          "strlen",
          "strlen of a Java String of %d chars, copied for the call".formatted(length),
          length);
    }
  }

  private void addStructs() {
    String structs = "structs";
    add(
        LDIV,
        structs,
        "ldiv, which returns a struct of two longs",
        "LdivCall",
        LdivCall::new,
        Trait.NATIVE);
    add(
        "struct-div",
        structs,
        "div, which returns a struct of two ints",
        "DivCall",
        DivCall::new,
        Trait.NATIVE);
    add(
        FIVE_STRUCTS,
        structs,
        "five structs for one call of memcmp",
        "FiveStructsCall",
        FiveStructsCall::new);
    add(
        ERRNO,
        ERRNO,
        "close of a file that is not open, and its errno",
        "ErrnoCall",
        ErrnoCall::new,
        Trait.NATIVE);
    String nested = "nested";
    add(
        nested,
        nested,
        "bsearch calls back into Java, where strlen is called: down, up, down",
        "NestedCall",
        memory -> new NestedCall<>(memory, Inputs.strings(LENGTH)),
        Trait.REENTRANT,
        Trait.NATIVE);
    add(
        UPCALL,
        nested,
        "a struct of two longs by value to C, which passes it by value to a Java method",
        "UpcallCall",
        UpcallCall::new);
  }

  private void addThreads() {
    String family = "threads";
    for (int threads : new int[] {1, 2, 4}) {
      addStrlen(
              THREADS + threads,
              family,
              threads == 1
                  ? STRLEN_100 + " from one thread"
                  : "%s from %d threads at once, as each of them sees it"
                      .formatted(STRLEN_100, threads),
              LENGTH)
          .threads(threads);
    }
    addVirtualThreads(family);
    add(
            IO,
            "io",
            "a buffer of 64 KiB, taken and given back by each of %d threads".formatted(IO_THREADS),
            "BufferCall",
            BufferCall::new,
            Trait.SHAREABLE)
        .threads(IO_THREADS);
  }

  /// Adds a case whose calls are not shown, because no single method does the work.
  private void addVirtualThreads(String family) {
    String name = "virtual-" + VirtualThreadsWorkload.THREADS;
    addCase(
            name,
            family,
            "%s from %,d virtual threads, all of the time by all of the calls"
                .formatted(STRLEN_100, VirtualThreadsWorkload.THREADS),
            VirtualThreadsWorkload.THREADS * VirtualThreadsWorkload.CALLS_PER_THREAD)
        .alone();
    for (Source source : sources) {
      if (source.traits.contains(Trait.REENTRANT)) {
        addWork(
                name,
                source.name,
                () -> {
                  String[] texts = Inputs.strings(LENGTH);
                  return new VirtualThreadsWorkload(
                      () -> new StrlenCall<>(source.memory.get(), texts));
                })
            .flags(source.flags);
      }
    }
  }

  private void addHeadlines() {
    addHeadline(STRLEN_100);
    addDefault(STRLEN_100, ASHLAR, CONFINED, CRITICAL, BUFFER_STACK);
    addHeadline(STRLEN + 20, ASHLAR, BUFFER_STACK);
    addHeadline(STRLEN + 451, ASHLAR, BUFFER_STACK);
    addHeadline(LDIV, ASHLAR, CONFINED);
    addExplained(LDIV);
    addHeadline(FIVE_STRUCTS, ASHLAR, CONFINED);
    addHeadline(ERRNO, ASHLAR, CONFINED);
    addHeadline(UPCALL, ASHLAR, CONFINED);
    addHeadline(THREADS + 1, ASHLAR);
    addHeadline(THREADS + 2, ASHLAR);
    addHeadline(IO, ASHLAR_POOL, SHARED);
  }

  private Works addStrlen(String name, String family, String description, int length) {
    return add(
        name,
        family,
        description,
        "StrlenCall",
        memory -> new StrlenCall<>(memory, Inputs.strings(length)));
  }

  private Works add(
      String name,
      String family,
      String description,
      String type,
      Function<CallMemory<?>, NativeCall> calls,
      Trait... needed) {
    Works works = addCase(name, family, description, Inputs.COUNT);
    for (Source source : sources) {
      if (source.traits.containsAll(List.of(needed))) {
        addWork(name, source.name, () -> new CallWorkload(calls.apply(source.memory.get())))
            .flags(source.flags)
            .explained(type + "::make");
      }
    }
    return works;
  }
}
