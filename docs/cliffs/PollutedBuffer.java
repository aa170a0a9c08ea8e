import java.nio.ByteBuffer;

/// A loop over a direct buffer, before and after the program has used heap and read-only buffers.
class PollutedBuffer {
  static long sum(ByteBuffer buffer) {
    long sum = 0;
    for (int i = 0; i < 8000; i += 8) sum += buffer.getLong(i);
    return sum;
  }

  static double time(ByteBuffer buffer) {
    double best = 1e9;
    long sink = 0;
    for (int round = 0; round < Integer.getInteger("rounds", 3000); round++) {
      long start = System.nanoTime();
      for (int k = 0; k < 10; k++) sink += sum(buffer);
      best = Math.min(best, (System.nanoTime() - start) / 10.0 / 1000);
    }
    return sink == 0 ? best : 0;
  }

  public static void main(String[] args) {
    ByteBuffer direct = ByteBuffer.allocateDirect(8000);
    double before = time(direct);
    time(ByteBuffer.allocate(8000));
    time(ByteBuffer.allocate(8000).asReadOnlyBuffer());
    double after = time(direct);
    System.out.printf("before %.2f ns, after %.2f ns: ratio %.1f%n", before, after, after / before);
  }
}
