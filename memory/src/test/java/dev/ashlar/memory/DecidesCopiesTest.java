// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.jit.junit.ForkedJvm;
import dev.ashlar.jit.junit.JitAssertionError;
import dev.ashlar.jit.junit.JitRun;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// Copies for the classes of other arguments than segments.
@Timeout(120)
@ExtendWith(Seeded.class)
final class DecidesCopiesTest {
  @DecidesCopies
  abstract static class Numbers {
    abstract long at(int i);

    /// All classes share the profile of this method.
    final long twice(int i) {
      return at(i) + at(i);
    }
  }

  static final class Plus extends Numbers {
    @Override
    long at(int i) {
      return i + 1L;
    }
  }

  static final class Times extends Numbers {
    @Override
    long at(int i) {
      return 3L * i;
    }
  }

  /// Some objects are of hidden classes made of its class file.
  static final class Hidden extends Numbers {
    @Override
    long at(int i) {
      return 7L - i;
    }
  }

  /// The last two are of classes that have one name, and a name in code cannot tell.
  private static List<Numbers> all() {
    Numbers anonymous =
        new Numbers() {
          @Override
          long at(int i) {
            return i ^ 5;
          }
        };
    return List.of(new Plus(), new Times(), anonymous, hidden(), hidden());
  }

  private static Numbers hidden() {
    try (InputStream in =
        DecidesCopiesTest.class.getResourceAsStream("DecidesCopiesTest$Hidden.class")) {
      var type = lookup().defineHiddenClass(in.readAllBytes(), true);
      return (Numbers) type.findConstructor(type.lookupClass(), noArguments()).invoke();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (Throwable failed) {
      throw new AssertionError(failed);
    }
  }

  private static MethodType noArguments() {
    return MethodType.methodType(void.class);
  }

  interface Sums {
    long sum(Numbers numbers, int count);

    long read(MemorySegment memory, Numbers numbers);

    String callee(Numbers a, Numbers b);
  }

  static final class AnySums implements Sums {
    @Override
    public long sum(Numbers numbers, int count) {
      long sum = 0;
      for (int i = 0; i < count; i++) {
        sum += numbers.twice(i);
      }
      return sum;
    }

    @Override
    public long read(MemorySegment memory, Numbers numbers) {
      long sum = sum(numbers, 3);
      for (int i = 0; i < memory.byteSize(); i++) {
        sum = sum * 31 + memory.get(ValueLayout.JAVA_BYTE, i) * numbers.at(i);
      }
      return sum;
    }

    @Override
    public String callee(Numbers a, Numbers b) {
      return new Throwable().getStackTrace()[0].getClassName();
    }
  }

  private static Sums specialized(Object key) {
    return Specialized.of(lookup(), Sums.class, AnySums.class, key);
  }

  @Test
  @SuppressWarnings("NullAway") // Null is passed to see what it does.
  void copiesDoWhatTheClassDoes(RandomGenerator random) {
    Sums plain = new AnySums();
    Sums sums = specialized("values");
    List<Numbers> all = all();
    for (int i = 0; i < 500; i++) {
      byte[] bytes = new byte[random.nextInt(20)];
      random.nextBytes(bytes);
      MemorySegment heap = MemorySegment.ofArray(bytes);
      MemorySegment memory =
          random.nextBoolean()
              ? heap
              : Arena.ofAuto().allocate(Math.max(1, bytes.length)).copyFrom(heap);
      Numbers numbers = all.get(random.nextInt(all.size()));
      int count = random.nextInt(20);
      assertThat(sums.sum(numbers, count)).isEqualTo(plain.sum(numbers, count));
      assertThat(sums.read(memory, numbers)).isEqualTo(plain.read(memory, numbers));
    }
    assertThat(sums.sum(null, 0)).isZero();
    assertThatNullPointerException().isThrownBy(() -> sums.sum(null, 1));
    assertThatNullPointerException().isThrownBy(() -> sums.read(null, new Plus()));
  }

  @Test
  @SuppressWarnings("NullAway") // Null is passed to see what it does.
  void eachClassHasACopyWithANameOfItsOwn() {
    Sums sums = specialized("names");
    Set<String> names = new HashSet<>();
    for (Numbers each : all()) {
      assertThat(sums.callee(each, each)).isEqualTo(sums.callee(each, each));
      names.add(sums.callee(each, each).replaceAll(".*\\$AnySums\\$\\$(\\d+\\$)?", ""));
    }
    assertThat(names)
        .containsExactlyInAnyOrder("Plus", "Times", "DecidesCopiesTest$1", "Hidden", "Hidden$2");
    assertThat(sums.callee(null, new Plus())).endsWith("$$Null_Plus");
    assertThat(Specialized.describe(sums)).contains("Hidden\n", "Hidden$2\n");
  }

  /// More combinations than a call site compares.
  @Test
  void theNumberOfCopiesIsBounded() {
    Sums sums = specialized("bounds");
    for (int round = 0; round < 2; round++) {
      for (Numbers a : all()) {
        for (Numbers b : all()) {
          assertThat(sums.callee(a, b)).contains("$AnySums");
        }
      }
    }
    assertThat(Specialized.describe(sums).lines().filter(line -> line.contains("copy: ")))
        .hasSize(16);
  }

  @DecidesCopies
  interface Source {
    int next();
  }

  interface IntSource extends Source {}

  static final class Counter implements IntSource {
    private int next;

    Counter(int first) {
      next = first;
    }

    @Override
    public int next() {
      return next++;
    }
  }

  interface Reader {
    long read(int count);
  }

  interface Readers {
    Reader over(IntSource source, MemorySegment memory);
  }

  /// A field has the annotated interface, and a parameter one that extends it.
  static final class SumReader implements Reader {
    private final Source source;
    private final MemorySegment memory;
    private long sum;

    SumReader(IntSource source, MemorySegment memory) {
      this.source = memory.byteSize() == 8 ? () -> 1 : source;
      this.memory = memory;
    }

    @Override
    public long read(int count) {
      for (int i = 0; i < count; i++) {
        sum += source.next() + memory.get(ValueLayout.JAVA_BYTE, i);
      }
      return sum;
    }
  }

  @Test
  void objectsOfFactoriesHaveCopies() {
    Readers readers = Specialized.factory(lookup(), Readers.class, SumReader.class);
    List<MemorySegment> memories =
        List.of(MemorySegment.ofArray(new byte[64]), Arena.global().allocate(64));
    for (int round = 0; round < 3; round++) {
      for (MemorySegment memory : memories) {
        for (IntSource source : List.<IntSource>of(new Counter(0), () -> 5)) {
          Reader reader = readers.over(source, memory);
          assertThat(reader.read(4)).isEqualTo(source instanceof Counter ? 6 : 20);
          assertThat(reader.read(1)).isEqualTo(source instanceof Counter ? 10 : 25);
        }
      }
    }
    String described = Specialized.describe(readers);
    assertThat(described).contains("$$Counter_OfByte\n", "$$Lambda_Native\n", "$$Others\n");
    Reader other = readers.over(new Counter(0), MemorySegment.ofArray(new byte[8]));
    assertThat(other.getClass().getName()).endsWith("$SumReader$$Others");
    assertThat(other.read(3)).isEqualTo(3);
  }

  interface Doubling {
    IntSource over(IntSource source);
  }

  /// Is of a type that decides, and so are its copies. Its own type does not decide.
  static final class Twice implements IntSource {
    private final IntSource source;
    private final Twice self;

    Twice(IntSource source) {
      this.source = source;
      this.self = this;
    }

    private static int ofOther(Twice other) {
      return other.source.next();
    }

    @Override
    public int next() {
      return source.next() + ofOther(self);
    }
  }

  @Test
  void anObjectOfACopyDecidesToo() {
    Doubling doubling = Specialized.factory(lookup(), Doubling.class, Twice.class);
    for (int round = 0; round < 3; round++) {
      IntSource source = new Counter(0);
      IntSource plain = new Counter(0);
      for (int depth = 0; depth < 4; depth++) {
        source = doubling.over(source);
        plain = new Twice(plain);
        assertThat(source.next()).isEqualTo(plain.next());
      }
    }
    assertThat(Specialized.describe(doubling))
        .contains("Twice$$Counter\n", "Twice$$Counter$2\n", "Twice$$Counter$2$2\n");
  }

  interface Walk extends Source {
    int of(Source first, int depth);
  }

  /// Gets the object that stands for it, and itself.
  static final class OwnWalk implements Walk {
    private int calls;

    @Override
    public int next() {
      return calls++;
    }

    @Override
    public int of(Source first, int depth) {
      return first.next() + (depth == 0 ? 0 : 10 * of(this, depth - 1));
    }
  }

  @Test
  void theObjectItselfMayBeAnArgument() {
    Walk walk = Specialized.of(lookup(), Walk.class, OwnWalk.class);
    Walk plain = new OwnWalk();
    for (int i = 0; i < 3; i++) {
      assertThat(walk.of(walk, 2)).isEqualTo(plain.of(plain, 2));
      assertThat(walk.of(new Counter(i), 1)).isEqualTo(plain.of(new Counter(i), 1));
    }
    assertThat(Specialized.describe(walk)).contains("OwnWalk$$OwnWalk\n", "OwnWalk$$Counter\n");
  }

  interface Plain {
    int next();
  }

  interface OfPlain {
    int of(Plain plain);
  }

  static final class PlainUser implements OfPlain {
    @Override
    public int of(Plain plain) {
      return plain.next();
    }
  }

  interface PlainReaders {
    Reader over(Plain plain);
  }

  static final class PlainReader implements Reader {
    private final MemorySegment memory = MemorySegment.NULL;

    PlainReader(Plain plain) {
      plain.next();
    }

    @Override
    public long read(int count) {
      return memory.byteSize();
    }
  }

  @Test
  void otherTypesDecideNothing() {
    assertThatThrownBy(() -> Specialized.of(lookup(), OfPlain.class, PlainUser.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("No method of", "MemorySegment", "@DecidesCopies");
    assertThatThrownBy(() -> Specialized.factory(lookup(), PlainReaders.class, PlainReader.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("over", "MemorySegment", "@DecidesCopies");
  }

  /// Run in other JVMs, whose methods meet five classes.
  static final class Programs {
    static long result;

    static void copies() {
      sum(specialized("copies"));
    }

    static void plain() {
      sum(new AnySums());
    }

    private static void sum(Sums sums) {
      for (Numbers each : Programs.ALL) {
        for (int i = 0; i < 50; i++) {
          result += sums.sum(each, 1000);
        }
      }
    }

    private static final List<Numbers> ALL = all();
  }

  private static final ForkedJvm JVM =
      inForkedJvm().withFlags("-Xbatch").keepingLogsIn(Path.of("target", "logs"));

  @Test
  void theClassIsKnownInTheLoopOfEachCopy() {
    JitRun run = JVM.call(Programs.class, "copies");
    String prefix = AnySums.class.getName() + "$$";
    for (String each :
        Arrays.asList("Plus", "Times", "DecidesCopiesTest$1", "Hidden", "Hidden$2")) {
      run.assertThat(prefix + each + "::sum").isCompiledByC2().hasNoVirtualCall().inlinesAllCalls();
    }
  }

  /// So the other test shows something.
  @Test
  void otherwiseTheClassIsUnknown() {
    JitRun run = JVM.call(Programs.class, "plain");
    assertThatThrownBy(() -> run.assertThat(AnySums.class, "sum").hasNoVirtualCall())
        .isInstanceOf(JitAssertionError.class);
  }
}
