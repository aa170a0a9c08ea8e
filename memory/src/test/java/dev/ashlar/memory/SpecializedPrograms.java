// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Writes classes at random for [SpecializedDifferentialTest], of the shapes that classes over
/// segments have.
final class SpecializedPrograms {
  /// What the classes implement, and what makes objects of them over segments.
  static final String INTERFACES =
      """
      import dev.ashlar.memory.DecidesCopies;
      import java.lang.foreign.MemorySegment;
      import java.util.List;

      public interface Op {
        @DecidesCopies
        interface Source { long at(int i); }

        interface Numbers extends Source {
          default long twice(int i) { return 2 * at(i); }
        }

        final class Plus implements Numbers {
          private long calls;
          @Override public long at(int i) { return i + calls++; }
        }

        /// The classes of lambdas are hidden.
        static List<Numbers> numbers() {
          return List.of(new Plus(), i -> i * 7L, i -> TABLE[i], new Numbers() {
            @Override public long at(int i) { return 11 - i; }
          });
        }

        long[] TABLE = {5, 3, 1};

        Object three(MemorySegment a, Numbers s, int depth);
        Object one(MemorySegment a, int depth);
        Object two(MemorySegment a, MemorySegment b, int depth);
        Object none(int depth);
        Object self(Object other);
        Object state();

        default Object more(MemorySegment a, int depth) {
          return hash(one(a, depth)) + a.byteSize();
        }

        /// The same in all class loaders.
        static int hash(Object value) {
          return value instanceof Op ? 1 : value.toString().hashCode();
        }

        interface Maker {
          Op over(MemorySegment memory, Numbers numbers, int number);
        }
      }
      """;

  /// Statements for any method. `N` is a number, `D` is the remaining depth of calls.
  private static final List<String> ANY =
      List.of(
          "h = h * 31 + f0;",
          "f1 += N; h ^= f1;",
          "f2 = f2 * 7 + h % 13; h += f2;",
          "f3 += 0.5 * N; h += (long) f3;",
          "if (list.size() < 50) { list.add(N); } h += list.hashCode();",
          "h += counter.addAndGet(N);",
          "s0 += N; h = h * 31 + s0;",
          "s1 = s1 * 3 + N; h ^= s1;",
          "h += TABLE[(int) (h & 3)]++;",
          "h += Outer.state; Outer.state = (int) h & 1023;",
          "h += Outer.help((int) (h & 63));",
          "h += new Outer.Helper(N).add((int) h & 7);",
          "Outer.Helper helper = new Outer.Helper(N); helper.value += 3; h += helper.value;",
          "h += plain((int) (h & 7));",
          "h += hidden(N);",
          "h += fixed((int) h & 15, N);",
          "h += many(N, (int) h & 3);",
          "Supplier<Object> s = () -> hidden(N) + f1; h += Op.hash(s.get());",
          "IntUnaryOperator u = this::hidden; h += u.applyAsInt(N);",
          "ToIntFunction<Impl> u = Impl::one; h += u.applyAsInt(this);",
          "IntUnaryOperator u = Impl::twice; h += u.applyAsInt(N);",
          "synchronized (this) { h += Thread.holdsLock(this) ? N : 1; }",
          "synchronized (Impl.class) { h += Outer.isLocked(Impl.class) ? N : 1; }",
          "synchronized (lock) { h += Outer.isLocked(lock) ? N : 1; }",
          "h += locked(N);",
          "switch (Kind.values()[(int) (h & 1)]) { case A -> h += N; case B -> h ^= N; }",
          "Object o = (h & 1) == 0 ? (Object) N : \"t\" + h;"
              + " h += switch (o) { case Integer i when i > 5 -> 1; case String t -> t.length();"
              + " default -> 3; };",
          "h += (\"a\" + h + f1 + s0).hashCode();",
          "Object o = new Pair(N, (int) h & 7); if (o instanceof Pair(int l, int r)) { h += l - r; }",
          "try { h += TABLE[(int) (h & 7)]; } catch (IndexOutOfBoundsException e)"
              + " { h += 5; } finally { h ^= 3; }",
          "try { if ((h & 3) == 0) { throw new Outer.Problem(\"p\" + N); } } catch (Outer.Problem e)"
              + " { h += e.getMessage().length() + e.value; }",
          "if ((h & 15) == 3) { throw new IllegalStateException(\"h\" + N); }",
          "h += new Object() { int more() { return f1 + hidden(N); } }.more();",
          "h += new Part().sum(N);",
          "assert s0 != N * 1000003 : \"no\";",
          "h += toString().length();",
          "h += (long) COMPARE.compare(N, (int) h);");

  /// For methods of objects whose code has other objects of the class.
  private static final List<String> OTHERS =
      List.of(
          "Impl o = new Impl(N); h += o.hidden(2) + o.plain(3) + o.f1;",
          "Impl o = make((int) (h & 3)); h += o.hidden(N);",
          "Impl o = make((int) (h & 3)); h += o.plain(N) + o.f0;",
          "if (peer == null) { peer = new Impl(N); } peer.f1++; h += peer.f1 + peer.one();",
          "Impl[] all = {this, new Impl(N), null}; h += all[(int) (h & 1)].one();",
          "Object o = (h & 1) == 0 ? this : \"x\"; h += o instanceof Impl i ? i.one() : 2;",
          "h += NAME.applyAsInt(this);",
          "h += List.<Object>of(this).contains(this) ? N : 1;",
          "h += equals(new Impl(f0)) ? N : 1;",
          "h += compareTo(new Impl(N));",
          "Function<Integer, Impl> c = Impl::new; h += c.apply(N).one();",
          "Outer.Holder holder = new Outer.Holder(); holder.of = this; h += holder.of.one();");

  /// Of which a factory has none.
  private static final List<String> CLASSES =
      List.of(
          "h += getClass().getSimpleName().length();",
          "h += Impl.class.getName().length();",
          "h += Impl.class.isInstance(this) ? N : 1;",
          "h += N_OF.getAndIncrement(this) % 1000;",
          "h += Op.hash(caller());");

  private static final List<String> WITH_SEGMENT =
      List.of(
          "h = h * 31 + a.get(LONG, (h & 1) * 8);",
          "h += a.get(BYTE, (h & 15));",
          "a.set(BYTE, N % 16, (byte) h);",
          "h += a.byteSize();",
          "h += a.get(BYTE, N + 7);",
          "if (D > 0) { h += Op.hash(one(a, D - 1)); }",
          "if (D > 0) { h += Op.hash(two(a, scratch, D - 1)); }",
          "if (D > 0) { h += Op.hash(none(D - 1)); }",
          "if (D > 0) { h += Op.hash(more(a, D - 1)); }",
          "if (D > 0) { h += inner(a, D - 1); }",
          "if (D > 0) { h += inner(scratch, D - 1); }",
          "if (D > 0) { h += still(a, N); }",
          "if (D > 0) { h += Op.hash(up(a, D - 1)); }",
          "if (D > 0) { h += Op.hash(super.up(a, D - 1)); }",
          "LongSupplier u = () -> inner(a, D - 1) + f1; if (D > 0) { h += u.getAsLong(); }",
          "ToLongFunction<MemorySegment> u = this::size; h += u.applyAsLong(a);",
          "ToLongFunction<MemorySegment> u = Impl::bytes; h += u.applyAsLong(scratch);",
          "Function<MemorySegment, Object> u = m -> m.get(BYTE, 0); h += Op.hash(u.apply(a));",
          "h += new Part().read(a);",
          "MemorySegment m = a.asSlice(0, 8); h += bytes(m);",
          "for (MemorySegment m : List.of(a, scratch)) { h += size(m); }");

  /// For methods with a parameter that decides as segments do.
  private static final List<String> WITH_NUMBERS =
      List.of(
          "h += from.at((int) (h & 1));",
          "h = h * 31 + from.twice((int) (h & 3));",
          "if (D > 0) { h += Op.hash(three(a, from, D - 1)); }",
          "if (D > 0) { h += Op.hash(three(scratch, i -> i + N, D - 1)); }",
          "if (D > 0) { h += Op.hash(three(a, numbers, D - 1)); }",
          "h += numbers.at(1) + at(from, (int) (h & 1));",
          "ToLongFunction<Op.Numbers> u = Impl::first; h += u.applyAsLong(from);",
          "ToLongFunction<Op.Numbers> u = m -> m.at(2) + f1; h += u.applyAsLong(from);",
          "for (Op.Source m : List.<Op.Source>of(from, numbers)) { h += at(m, 1); }");

  private static final List<String> OTHERS_WITH_SEGMENT =
      List.of(
          "if (D > 0) { h += new Impl(N).inner(a, D - 1); }",
          "if (D > 0) { h += make((int) (h & 3)).inner(a, D - 1); }",
          "if (D > 0) { h += Op.hash(make((int) (h & 3)).named(a)); }",
          "if (D > 0) { Impl o = (h & 1) == 0 ? this : new Impl(N); h += Op.hash(o.one(a, D - 1)); }",
          "ToLongBiFunction<Impl, MemorySegment> u = Impl::size; h += u.applyAsLong(this, a);",
          "BiFunction<Impl, MemorySegment, Object> u = Impl::named; h += Op.hash(u.apply(this, a));",
          "h += with(new Impl(N), a);");

  private final RandomGenerator random;
  private final boolean isFactory;
  private final boolean hasOthers;
  private final boolean isPrivate;

  /// @param isFactory whether objects are made over segments
  SpecializedPrograms(RandomGenerator random, boolean isFactory) {
    this.random = random;
    this.isFactory = isFactory;
    this.hasOthers = random.nextInt(3) > 0;
    this.isPrivate = random.nextBoolean();
  }

  /// Returns the source of a class with nested ones, among them `Impl`.
  String write(String name) {
    boolean isFinal = random.nextBoolean();
    return """
    import dev.ashlar.memory.Specialized;
    import java.lang.foreign.*;
    import java.lang.invoke.MethodHandles;
    import java.util.*;
    import java.util.concurrent.atomic.*;
    import java.util.function.*;

    @SuppressWarnings({"serial", "cast", "lossy-conversions", "this-escape", "synchronization", "finally"})
    public final class Outer {
      private static int state;
      private static int help(int x) { return x * 3 + state; }
      private static boolean isLocked(Object o) { return Thread.holdsLock(o); }

      private static final class Helper {
        private int value;
        private Helper(int value) { this.value = value; }
        private int add(int x) { return value += x; }
      }

      private static final class Problem extends RuntimeException {
        private final int value = 3;
        private Problem(String text) { super(text); }
      }

      static final class Holder { HOLDER of; }

      enum Kind { A, B }

      private record Pair(int left, int right) {}

      static abstract class Base {
        private int ups;
        protected Object up(MemorySegment a, int d) {
          synchronized (this) { ups++; }
          return hook(a, d) * 3 + ups;
        }
        abstract long hook(MemorySegment a, int d);
      }

      public static Op original() { return new Impl(); }
      public static Op copies() {
        return Specialized.of(MethodHandles.lookup(), Op.class, Impl.class);
      }
      public static Op.Maker originals() { return Impl::new; }
      public static Op.Maker made() {
        return Specialized.factory(MethodHandles.lookup(), Op.Maker.class, Impl.class);
      }

      static FINAL class Impl extends Base implements Op, Comparable<Impl> {
        private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
        static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
        private static final int[] TABLE = {1, 2, 3, 4};
        static int s0;
        private static long s1;
        private static final Comparator<Integer> COMPARE = (x, y) -> Integer.compare(x & 7, y & 7);
        CONSTANTS
        private final int f0;
        int f1;
        private long f2;
        private double f3;
        private final List<Object> list = new ArrayList<>();
        private final AtomicLong counter = new AtomicLong();
        private final Object lock = new Object();
        private final MemorySegment scratch;
        private final Op.Numbers numbers;
        private Impl peer;
        private volatile int n;

        Impl() { this(3); }
        PRIVATE Impl(int f0) {
          this.f0 = f0;
          scratch = MemorySegment.ofArray(new byte[32]);
          numbers = Op.numbers().get(1);
          f2 = start(scratch);
        }
        Impl(MemorySegment over, Op.Numbers numbers, int f0) {
          this.f0 = f0;
          this.numbers = f0 % 5 == 3 ? Op.numbers().get(2) : numbers;
          scratch = f0 % 5 == 4 ? MemorySegment.ofArray(new int[8]) : over;
          f2 = start(over);
        }

        private long start(MemorySegment a) { return scratch.byteSize() + a.get(BYTE, 1); }
        private int hidden(int x) { f1 += x; return f1 + f0; }
        int plain(int x) { f2 += x; return (int) f2 & 255; }
        private int one() { return f0 + 1; }
        private static int twice(int x) { return 2 * x; }
        private static int many(int... all) { return all.length + (int) (s1 & 7); }
        static int fixed(int x, int y) { s0++; return x * y + s0; }
        synchronized long locked(int x) { return Thread.holdsLock(this) ? x + f1 : -1; }
        private long at(Op.Source s, int i) { return s.at(i) + f0; }
        private static long first(Op.Numbers s) { return s.twice(1) + s0; }
        private long size(MemorySegment a) { return a.byteSize() + f0; }
        static long bytes(MemorySegment a) { return a.byteSize() + s0; }
        Object named(MemorySegment a) { return "impl" + a.byteSize() + f0; }

        private final class Part {
          private int sum(int x) { return x + f1 + hidden(1); }
          long read(MemorySegment a) { return a.get(BYTE, 3) + size(a); }
        }

        OTHERS
        METHODS

        @Override public String toString() { return "Impl" + f0; }
      }
      SUB
    }
    """
        .replace("PRIVATE ", isPrivate ? "private " : "")
        .replace("FINAL ", isFinal ? "final " : "")
        .replace(
            "CONSTANTS",
            isFactory
                ? ""
                : """
                private static final AtomicIntegerFieldUpdater<Impl> N_OF =
                    AtomicIntegerFieldUpdater.newUpdater(Impl.class, "n");
                private static final ToIntFunction<Impl> NAME = i -> i.f0 + i.one();
                private Object caller() { return MethodHandles.lookup().lookupClass().getName(); }
                """)
        .replace("HOLDER", isFactory ? "Object" : "Impl")
        .replace("OTHERS", hasOthers ? others(isFinal) : "")
        .replace("Comparable<Impl>", hasOthers ? "Comparable<Impl>" : "Cloneable")
        .replace("private Impl peer;", hasOthers ? "private Impl peer;" : "")
        .replace(
            "SUB",
            isFinal
                ? ""
                : """
                static final class Sub extends Impl {
                  Sub(MemorySegment over, Op.Numbers numbers, int x) { super(over, numbers, x); }
                  @Override int plain(int x) { return 1000 + x; }
                  @Override Object named(MemorySegment a) { return "sub" + a.byteSize(); }
                }
                """)
        .replace("METHODS", methods())
        .replace("Outer", name);
  }

  private String others(boolean isFinal) {
    String sub = isFinal || isFactory ? "null" : "new Sub(scratch, numbers, x)";
    return """
    private Impl make(int x) {
      return switch (x) { case 0 -> this; case 1 -> new Impl(x); case 2 -> %s; default -> null; };
    }
    private long with(Impl other, MemorySegment a) { return other.f0 + a.get(BYTE, f0 & 7); }
    @Override public boolean equals(Object o) { return o instanceof Impl i && i.f0 == f0; }
    @Override public int hashCode() { return f0; }
    @Override public int compareTo(Impl o) { return Integer.compare(f0, o.f0); }
    """
        .formatted(sub);
  }

  private String methods() {
    return method("public Object one(MemorySegment a, int d)", true)
        + method("public Object two(MemorySegment b, MemorySegment a, int d)", true)
        + method("public Object three(MemorySegment a, Op.Numbers from, int d)", true)
        + method("public Object none(int d)", false)
        + method("private long inner(MemorySegment a, int d)", true)
        + method("long hook(MemorySegment a, int d)", true)
        + "private static long still(MemorySegment a, int x) { s0 += x; return a.get(BYTE, 2) + s1; }"
        + """
        public Object self(Object other) { return other == this ? this : "other"; }
        public Object state() {
          return List.of(f0, f1, f2, f3, list, counter, n, s0, s1, TABLE[0], TABLE[1], TABLE[2],
              TABLE[3], %s.state, scratch.get(BYTE, 0), scratch.get(LONG, 8));
        }
        """
            .formatted("Outer");
  }

  private String method(String head, boolean hasSegment) {
    List<String> choice = new ArrayList<>(ANY);
    if (!isFactory) {
      choice.addAll(CLASSES);
    } else {
      choice.removeIf(each ->
          each.contains("Impl.class")
              || each.contains("new Part")
              || each.contains("new Object()"));
    }
    if (hasSegment) {
      choice.addAll(WITH_SEGMENT);
      choice.addAll(WITH_SEGMENT);
      if (isFactory) {
        choice.removeIf(each -> each.contains("new Part"));
      }
    }
    if (head.contains("Op.Numbers from")) {
      choice.addAll(WITH_NUMBERS);
      choice.addAll(WITH_NUMBERS);
    }
    if (hasOthers) {
      choice.addAll(OTHERS);
      if (hasSegment) {
        choice.addAll(OTHERS_WITH_SEGMENT);
      }
      if (isFactory) {
        choice.removeIf(each -> each.contains("Holder") || each.contains("NAME"));
      }
    } else {
      choice.removeIf(each -> each.contains("Impl::one"));
    }
    if (isPrivate) {
      choice.removeIf(each -> each.contains("Impl::new")); // It is refused.
    }
    StringBuilder body = new StringBuilder(head + " {\n  long h = d;\n");
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      String statement = choice.get(random.nextInt(choice.size()));
      body.append("  {\n    final int x").append(i).append(" = ").append(random.nextInt(12));
      body.append(";\n    final long g = h;\n    ");
      body.append(
          statement
              .replaceAll("\\bN\\b", "x" + i)
              .replaceAll("\\bD\\b", "d")
              .replaceAll("; ", ";\n    "));
      body.append("\n  }\n");
    }
    String result = head.contains("Object") ? "\"\" + h" : "h";
    return body + "  return " + result + ";\n}\n";
  }
}
