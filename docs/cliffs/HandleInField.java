import java.lang.invoke.*;
import java.nio.ByteOrder;

/// A VarHandle in a static final field, and the same one in a final field of an object.
class HandleInField {
  static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  final VarHandle longs = LONGS;

  long viaStatic(byte[] a) {
    long sum = 0;
    for (int i = 0; i < 8000; i += 8) sum += (long) LONGS.get(a, i);
    return sum;
  }

  long viaField(byte[] a) {
    long sum = 0;
    for (int i = 0; i < 8000; i += 8) sum += (long) longs.get(a, i);
    return sum;
  }

  public static void main(String[] args) {
    HandleInField one = new HandleInField();
    byte[] a = new byte[8000];
    double constant = 1e9, field = 1e9;
    long sink = 0;
    for (int round = 0; round < Integer.getInteger("rounds", 10_000); round++) {
      long start = System.nanoTime();
      sink += one.viaStatic(a);
      long middle = System.nanoTime();
      sink += one.viaField(a);
      constant = Math.min(constant, (middle - start) / 1000.0);
      field = Math.min(field, (System.nanoTime() - middle) / 1000.0);
    }
    System.out.printf("static final %.2f ns, final %.2f ns: ratio %.1f%n", constant, field, field / constant);
  }
}
