/// A loop over a method that calls another one for one value of a thousand, and over one that has its code in
/// that place. C2 inlines no call that is made so rarely: behind it each field may be another, and is loaded.
class RareCall {
  byte[] array = new byte[4096 + 16];
  int base = 8, limit = 4096, kind = 1, hits;
  int get(int i) {
    if (kind != 1 || i >= limit) throw new IndexOutOfBoundsException();
    return array[base + i];
  }
  void hit(int value) { hits += value; }
  int called(int i) {
    int four = get(i) + get(i + 1) + get(i + 2) + get(i + 3);
    if (four == 4) hit(four);
    return four;
  }
  int inPlace(int i) {
    int four = get(i) + get(i + 1) + get(i + 2) + get(i + 3);
    if (four == 4) hits += four;
    return four;
  }
  int allCalled(int sum) {
    for (int i = 0; i < 4096; i += 4) sum += called(i);
    return sum;
  }
  int allInPlace(int sum) {
    for (int i = 0; i < 4096; i += 4) sum += inPlace(i);
    return sum;
  }
  public static void main(String[] args) {
    RareCall one = new RareCall();
    for (int i = 0; i < 4; i++) one.array[2056 + i] = 1;
    double called = 1e9, inPlace = 1e9;
    for (int round = 0; round < Integer.getInteger("rounds", 30_000); round++) {
      long start = System.nanoTime(), sum = one.allCalled(0), middle = System.nanoTime();
      inPlace = Math.min(inPlace, (one.allInPlace(0) - sum + System.nanoTime() - middle) / 1024.0);
      called = Math.min(called, (middle - start) / 1024.0);
    }
    System.out.printf("in place %.2f ns, called %.2f ns: ratio %.1f%n", inPlace, called, called / inPlace);
  }
}
