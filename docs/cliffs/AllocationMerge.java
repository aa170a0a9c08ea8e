/// An object that is made in one place, and one that is made in either of two: where they meet, the object exists.
class AllocationMerge {
  record Pair(long a, long b) {}

  static long one(long[] values) {
    long sum = 0;
    for (long v : values) {
      Pair pair = new Pair(v > 0 ? v : 1, v > 0 ? 2 : v);
      sum += pair.a() ^ pair.b();
    }
    return sum;
  }

  static long either(long[] values) {
    long sum = 0;
    for (long v : values) {
      Pair pair = v > 0 ? new Pair(v, 2) : new Pair(1, v);
      if (sum == 42) sum += pair.hashCode();
      sum += pair.a() ^ pair.b();
    }
    return sum;
  }

  public static void main(String[] args) {
    long[] values = new java.util.Random(1).longs(1000).toArray();
    double scalar = 1e9, merged = 1e9;
    long sink = 0;
    for (int round = 0; round < Integer.getInteger("rounds", 30_000); round++) {
      long start = System.nanoTime();
      sink += one(values);
      long middle = System.nanoTime();
      sink += either(values);
      scalar = Math.min(scalar, (middle - start) / 1000.0);
      merged = Math.min(merged, (System.nanoTime() - middle) / 1000.0);
    }
    System.out.printf("one place %.2f ns, either %.2f ns: ratio %.1f%n", scalar, merged, merged / scalar);
  }
}
