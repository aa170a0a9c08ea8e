// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.zeroing.ArrayMaker.AshlarArrays;
import dev.ashlar.lab.zeroing.ArrayMaker.CopiedArrays;
import dev.ashlar.lab.zeroing.ArrayMaker.InternalArrays;
import dev.ashlar.lab.zeroing.ArrayMaker.NewArrays;
import dev.ashlar.lab.zeroing.Message.Writing;
import dev.ashlar.lab.zeroing.NativeMemory.ArenaMemory;
import dev.ashlar.lab.zeroing.NativeMemory.MallocMemory;
import dev.ashlar.lab.zeroing.TextMaker.AshlarTexts;
import dev.ashlar.lab.zeroing.TextMaker.JdkTexts;
import dev.ashlar.memory.Unzeroed;
import dev.ashlar.results.LabRun.Kind;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/// Compares memory with and without zeroing. The subject is that of a patch that was proposed to
/// the JDK in September 2020.
public final class ZeroingExperiment extends Experiment {
  /// The number of inputs of each case.
  static final int INPUTS = 256;

  private static final int[] SIZES = {0, 10, 100, 1_000, 10_000, 100_000};
  private static final int[] LENGTHS = {8, 64, 128, 1024};
  private static final String WRITTEN = "bytes-10000-written";
  private static final String REPEAT = "repeat2-1024";
  private static final String ASHLAR = "ashlar";
  private static final String ASHLAR_EXPORTED = "ashlar-exported";
  private static final String JDK = "jdk";
  private static final String JDK_INTERNAL = "jdk-internal";
  private static final String ARRAYS_COPYOF = "arrays-copyof";
  private static final String ARENA = "arena";
  private static final String MALLOC = "malloc";

  /// The methods that loop over the inputs of a case.
  private static final String ARRAYS_RUN = "ArrayWorkload::run";

  private static final String NATIVE_RUN = "NativeWorkload::run";

  /// Makes the experiment.
  public ZeroingExperiment() {
    super(
        "zeroing",
        "Memory that need not be zero",
        "Java zeroes memory before it hands it out, even when every byte is overwritten at once. In"
            + " 2020 a patch on core-libs-dev left that out for String's own arrays. Reviewers had two"
            + " worries. Could such an array ever be seen unwritten? Not one of Unzeroed's: whoever fills"
            + " it gets a sink and never the array, the module is closed to reflection, and what was not"
            + " written is zeroed before the array comes out. And does the compiler not leave out the"
            + " zeroing by itself? It does where one copy fills the whole array right after its"
            + " allocation, as in Arrays.copyOf; it does not where a loop or several copies fill it, as"
            + " in repeat of one char. What does the zeroing that is left cost?");
    addContenders();
    for (Writing writing : Writing.values()) {
      for (int size : SIZES) {
        addOnTheHeap(size, writing);
      }
    }
    for (Writing writing : Writing.values()) {
      for (int size : SIZES) {
        addOffTheHeap(size, writing);
      }
    }
    for (TextOperation operation : TextOperation.values()) {
      for (int length : LENGTHS) {
        addTexts(operation, length);
      }
    }
    addHeadline(WRITTEN);
    addDefault(WRITTEN, ASHLAR, JDK, JDK_INTERNAL);
    addHeadline("native-100000-written", ASHLAR, ARENA);
    addHeadline(REPEAT, ASHLAR, JDK);
    addExplained(REPEAT);
    addHeadline("replace1-1024", ASHLAR, JDK);
  }

  private void addContenders() {
    addContender(
        ASHLAR, "Unzeroed and Utf8Builder; no flag but the standard one for native memory");
    addContender(
        ASHLAR_EXPORTED, "the same, where the user exported what makes arrays without zeroing");
    addContender(JDK, "plain new; String and StringBuilder, then getBytes");
    addContender(
        JDK_INTERNAL,
        "the JDK's internal allocateUninitializedArray, bare: unwritten bytes can be seen",
        Kind.LIMIT);
    addContender(ARRAYS_COPYOF, "written to a buffer that is used again, then Arrays.copyOf");
    addContender(ARENA, "Arena.ofConfined and its allocate, which zeroes");
    addContender(MALLOC, "C's malloc and free, bare: nothing guards the memory", Kind.LESS_WORK);
    addHarness(
        "the loop around all of them, allocating nothing", INPUTS, ZeroingExperiment::harness);
    setJdkContenders(JDK, ARENA, ARRAYS_COPYOF);
  }

  private static Workload harness() {
    return new ArrayWorkload<>(
        Message.all(0, Writing.UNWRITTEN),
        _ -> Message.RING,
        (_, array) -> Arrays.equals(array, Message.RING));
  }

  /// `Arrays.copyOf` has no part in unwritten cases, because it always writes its array.
  private void addOnTheHeap(int size, Writing writing) {
    String name = addMemory("bytes", "on the heap", size, writing);
    Function<ArrayMaker, Workload> work = maker -> arrays(Message.all(size, writing), maker);
    add(name, ASHLAR, AshlarArrays::new, work, ARRAYS_RUN);
    add(
        name,
        ASHLAR_EXPORTED,
        exported(AshlarArrays::new),
        work,
        ARRAYS_RUN,
        JvmFlags.INTERNAL_UNSAFE);
    add(name, JDK, NewArrays::new, work, ARRAYS_RUN);
    add(name, JDK_INTERNAL, InternalArrays::new, work, ARRAYS_RUN, JvmFlags.INTERNAL_UNSAFE);
    if (writing == Writing.WRITTEN) {
      add(name, ARRAYS_COPYOF, () -> new CopiedArrays(size), work, ARRAYS_RUN);
    }
  }

  private static Workload arrays(Message[] messages, ArrayMaker maker) {
    return new ArrayWorkload<>(
        messages, maker::make, (message, array) -> message.isIn(array, maker.zeroes()));
  }

  /// Native memory needs no export, so [#ASHLAR_EXPORTED] would equal [#ASHLAR]. All contenders
  /// need the flag for native access, except the JDK's own arena.
  private void addOffTheHeap(int size, Writing writing) {
    String name = addMemory("native", "of native memory", size, writing);
    Function<NativeMemory, Workload> work =
        memory -> new NativeWorkload(Message.all(size, writing), memory);
    add(name, ASHLAR, ArenaMemory::unzeroed, work, NATIVE_RUN, JvmFlags.NATIVE_ACCESS);
    add(name, ARENA, ArenaMemory::zeroed, work, NATIVE_RUN);
    add(name, MALLOC, MallocMemory::new, work, NATIVE_RUN, JvmFlags.NATIVE_ACCESS);
  }

  private String addMemory(String kind, String where, int size, Writing writing) {
    String name = "%s-%d-%s".formatted(kind, size, name(writing));
    addCase(
        name,
        kind + ", " + name(writing),
        String.format(Locale.ROOT, "%,d bytes %s, %s", size, where, writing.description),
        INPUTS);
    return name;
  }

  private void addTexts(TextOperation operation, int length) {
    String family = name(operation);
    String name = family + "-" + length;
    addCase(name, family, operation.description(length), INPUTS);
    Function<TextMaker, Workload> work = maker -> operation.workload(length, maker);
    add(name, ASHLAR, AshlarTexts::new, work, ARRAYS_RUN);
    add(
        name,
        ASHLAR_EXPORTED,
        exported(AshlarTexts::new),
        work,
        ARRAYS_RUN,
        JvmFlags.INTERNAL_UNSAFE);
    add(name, JDK, JdkTexts::new, work, ARRAYS_RUN);
  }

  /// {@return what makes a contender; fails if [Unzeroed] zeroes its arrays, as the contender would
  /// equal the one without the export}
  static <T> Supplier<T> exported(Supplier<T> maker) {
    return () -> {
      if (!Unzeroed.isSupported()) {
        throw new UnavailableException(
            "JDK %s lets out no arrays that are not zeroed".formatted(Runtime.version()));
      }
      return maker.get();
    };
  }

  private <T> void add(
      String theCase,
      String contender,
      Supplier<T> maker,
      Function<T, Workload> work,
      String explained,
      String... flags) {
    addWork(theCase, contender, () -> work.apply(maker.get())).flags(flags).explained(explained);
  }
}
