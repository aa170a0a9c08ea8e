import java.lang.foreign.*;
import java.nio.channels.FileChannel;
import java.nio.file.*;

/// since 22: a loop over a native segment, before and after its call site has met heap and mapped segments.
class PollutedSegment {
  static long sum(MemorySegment segment) {
    long sum = 0;
    for (int i = 0; i < 8000; i += 8) sum += segment.get(ValueLayout.JAVA_LONG_UNALIGNED, i);
    return sum;
  }

  static double time(MemorySegment segment) {
    double best = 1e9;
    long sink = 0;
    for (int round = 0; round < Integer.getInteger("rounds", 3000); round++) {
      long start = System.nanoTime();
      for (int k = 0; k < 10; k++) sink += sum(segment);
      best = Math.min(best, (System.nanoTime() - start) / 10.0 / 1000);
    }
    return sink == 0 ? best : 0;
  }

  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("cliff", "");
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
      MemorySegment memory = arena.allocate(8000);
      double before = time(memory);
      time(MemorySegment.ofArray(new byte[8000]));
      time(channel.map(FileChannel.MapMode.READ_WRITE, 0, 8000, arena));
      double after = time(memory);
      System.out.printf("before %.2f ns, after %.2f ns: ratio %.1f%n", before, after, after / before);
    }
    Files.delete(file);
  }
}
