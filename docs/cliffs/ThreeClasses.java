import java.util.function.LongUnaryOperator;

/// A call site that has met two classes, and one that has met three: two are inlined, three are looked up.
class ThreeClasses {
  record Add(long n) implements LongUnaryOperator { public long applyAsLong(long x) { return x + n; } }
  record Xor(long n) implements LongUnaryOperator { public long applyAsLong(long x) { return x ^ n; } }
  record Sub(long n) implements LongUnaryOperator { public long applyAsLong(long x) { return x - n; } }

  static long two(LongUnaryOperator[] all) {
    long x = 0;
    for (int i = 0; i < all.length; i++) x = all[i].applyAsLong(x);
    return x;
  }

  static long three(LongUnaryOperator[] all) {
    long x = 0;
    for (int i = 0; i < all.length; i++) x = all[i].applyAsLong(x);
    return x;
  }

  public static void main(String[] args) {
    LongUnaryOperator[] a = new LongUnaryOperator[999], b = new LongUnaryOperator[999];
    for (int i = 0; i < 999; i++) {
      a[i] = i % 2 == 0 ? new Add(i) : new Xor(i);
      b[i] = i % 3 == 0 ? new Add(i) : i % 3 == 1 ? new Xor(i) : new Sub(i);
    }
    double bimorphic = 1e9, megamorphic = 1e9;
    long sink = 0;
    for (int round = 0; round < Integer.getInteger("rounds", 30_000); round++) {
      long start = System.nanoTime();
      sink += two(a);
      long middle = System.nanoTime();
      sink += three(b);
      bimorphic = Math.min(bimorphic, (middle - start) / 999.0);
      megamorphic = Math.min(megamorphic, (System.nanoTime() - middle) / 999.0);
    }
    System.out.printf("two %.2f ns, three %.2f ns: ratio %.1f%n", bimorphic, megamorphic, megamorphic / bimorphic);
  }
}
