/// A record read by a method that HotSpot has compiled into more than 2,500 bytes, and read in the loop itself.
class CompiledBig {
  static Object kept;
  record Row(long a, long b, long c, long d, long e, long f, long g, long h,
      long i, long j, long k, long l, long m, long n, long o, long p) {}
  static long at(Object[] columns, int column, int row) {
    return ((long[]) columns[column])[row];
  }
  static Row row(Object[] o, int r) {
    return new Row(at(o, 0, r), at(o, 1, r), at(o, 2, r), at(o, 3, r), at(o, 4, r), at(o, 5, r), at(o, 6, r), at(o, 7, r),
        at(o, 8, r), at(o, 9, r), at(o, 10, r), at(o, 11, r), at(o, 12, r), at(o, 13, r), at(o, 14, r), at(o, 15, r));
  }

  static long byMethod(Object[] columns) {
    long sum = 0;
    for (int r = 0; r < 1000; r++) sum += row(columns, r).a();
    return sum;
  }
  static long here(Object[] o) {
    long sum = 0;
    for (int r = 0; r < 1000; r++)
      sum += new Row(at(o, 0, r), at(o, 1, r), at(o, 2, r), at(o, 3, r), at(o, 4, r), at(o, 5, r), at(o, 6, r), at(o, 7, r),
        at(o, 8, r), at(o, 9, r), at(o, 10, r), at(o, 11, r), at(o, 12, r), at(o, 13, r), at(o, 14, r), at(o, 15, r)).a();
    return sum;
  }

  public static void main(String[] args) throws InterruptedException {
    int rounds = Integer.getInteger("rounds", 30_000);
    Object[] columns = java.util.stream.Stream.generate(() -> new long[1000]).limit(16).toArray();
    for (int i = 0; i < 50 * rounds; i++) kept = row(columns, i % 1000);
    Thread.sleep(rounds / 20); // until it is compiled
    double[] best = {1e9, 1e9};
    for (int round = 0; round < 2 * rounds; round++) {
      long start = System.nanoTime();
      kept = round % 2 == 0 ? here(columns) : byMethod(columns);
      best[round % 2] = Math.min(best[round % 2], (System.nanoTime() - start) / 1000.0);
    }
    System.out.printf("here %.2f ns, by a method %.2f ns: ratio %.1f%n", best[0], best[1], best[1] / best[0]);
  }
}
