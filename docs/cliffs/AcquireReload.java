import java.lang.invoke.*;

/// A loop that reads a flag, and one that reads it with acquire, which costs x86 nothing by itself: behind
/// it every field is loaded again, and nothing that depends on fields stays outside of the loop.
class AcquireReload {
  static final VarHandle FLAG = flag();
  boolean flag;
  long[] values = new long[1000];
  int offset, size = 1000;
  static VarHandle flag() {
    try {
      return MethodHandles.lookup().findVarHandle(AcquireReload.class, "flag", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
  long plain() {
    long sum = 0;
    for (int i = 0; i < 1000; i++) if (!flag && i < size) sum += values[offset + i];
    return sum;
  }
  long acquire() {
    long sum = 0;
    for (int i = 0; i < 1000; i++) if (!(boolean) FLAG.getAcquire(this) && i < size) sum += values[offset + i];
    return sum;
  }

  public static void main(String[] args) {
    AcquireReload one = new AcquireReload();
    double plain = 1e9, acquire = 1e9;
    for (int round = 0; round < Integer.getInteger("rounds", 30_000); round++) {
      long start = System.nanoTime(), sum = one.plain(), middle = System.nanoTime();
      sum += one.acquire();
      acquire = Math.min(acquire, (System.nanoTime() - middle) / 1000.0);
      plain = Math.min(plain, (middle - start + sum) / 1000.0);
    }
    System.out.printf("plain %.2f ns, acquire %.2f ns: ratio %.1f%n", plain, acquire, acquire / plain);
  }
}
