/// The same loop over arrays, with a counter that is an int and one that is a long.
class LongCounter {
  static void addInt(int[] a, int[] b, int n) {
    for (int i = 0; i < n; i++) a[i] += b[i];
  }

  static void addLong(int[] a, int[] b, long n) {
    for (long i = 0; i < n; i++) a[(int) i] += b[(int) i];
  }

  public static void main(String[] args) {
    int n = 4000;
    int[] a = new int[n], b = new int[n];
    double ints = 1e9, longs = 1e9;
    for (int round = 0; round < Integer.getInteger("rounds", 20_000); round++) {
      long start = System.nanoTime();
      addInt(a, b, n);
      long middle = System.nanoTime();
      addLong(a, b, n);
      ints = Math.min(ints, (middle - start) / (double) n);
      longs = Math.min(longs, (System.nanoTime() - middle) / (double) n);
    }
    System.out.printf("int %.2f ns, long %.2f ns: ratio %.1f%n", ints, longs, longs / ints);
  }
}
