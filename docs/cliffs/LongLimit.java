/// An int counter that is compared with an int, and one that is compared with a long, as in i < list.size().
class LongLimit {
  static long belowInt(int[] a, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * 3 ^ i;
    return sum;
  }

  static long belowLong(int[] a, long n) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * 3 ^ i;
    return sum;
  }

  public static void main(String[] args) {
    int n = 4000;
    int[] a = new int[n];
    double ints = 1e9, longs = 1e9;
    long sink = 0;
    for (int round = 0; round < Integer.getInteger("rounds", 20_000); round++) {
      long start = System.nanoTime();
      sink += belowInt(a, n);
      long middle = System.nanoTime();
      sink += belowLong(a, n);
      ints = Math.min(ints, (middle - start) / (double) n);
      longs = Math.min(longs, (System.nanoTime() - middle) / (double) n);
    }
    System.out.printf("below an int %.2f ns, below a long %.2f ns: ratio %.1f%n", ints, longs, longs / ints);
  }
}
