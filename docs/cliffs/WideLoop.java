/// A loop with conditions that do not change in it, 2 and 8 of them. C2 copies the loop for the outcomes
/// of three conditions at most, and only while it is small; the others are tested in each turn.
class WideLoop {
  static final int ROWS = 1000;

  static long two(long[][] a, long[][] b, boolean[] s) {
    long[] a0 = a[0], a1 = a[1], b0 = b[0], b1 = b[1];
    boolean s0 = s[0], s1 = s[1];
    long sum = 0;
    for (int i = 0; i < ROWS; i++) sum += (s0 ? a0[i] : b0[i] + i) + (s1 ? a1[i] : b1[i] + i);
    return sum;
  }

  static long eight(long[][] a, long[][] b, boolean[] s) {
    long[] a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], a4 = a[4], a5 = a[5], a6 = a[6], a7 = a[7];
    long[] b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3], b4 = b[4], b5 = b[5], b6 = b[6], b7 = b[7];
    boolean s0 = s[0], s1 = s[1], s2 = s[2], s3 = s[3], s4 = s[4], s5 = s[5], s6 = s[6], s7 = s[7];
    long sum = 0;
    for (int i = 0; i < ROWS; i++)
      sum += (s0 ? a0[i] : b0[i] + i) + (s1 ? a1[i] : b1[i] + i) + (s2 ? a2[i] : b2[i] + i)
          + (s3 ? a3[i] : b3[i] + i) + (s4 ? a4[i] : b4[i] + i) + (s5 ? a5[i] : b5[i] + i)
          + (s6 ? a6[i] : b6[i] + i) + (s7 ? a7[i] : b7[i] + i);
    return sum;
  }

  public static void main(String[] args) {
    long[][] a = new long[8][ROWS], b = new long[8][ROWS];
    boolean[] s = new boolean[8];
    double few = 1e9, many = 1e9;
    for (int round = 0; round < Integer.getInteger("rounds", 40_000); round++) {
      for (int f = 0; f < 8; f++) s[f] = (round >> f & 1) == 0;
      long start = System.nanoTime(), sum = two(a, b, s), middle = System.nanoTime();
      sum += eight(a, b, s);
      many = Math.min(many, (System.nanoTime() - middle) / 8.0 / ROWS);
      few = Math.min(few, (middle - start + (sum & 1)) / 2.0 / ROWS);
    }
    System.out.printf("2 conditions %.2f ns each, 8 conditions %.2f ns each: ratio %.1f%n", few, many, many / few);
  }
}
