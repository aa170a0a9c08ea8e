import java.lang.foreign.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.function.*;
import javax.tools.ToolProvider;

/// since 22: a method with 32 reads of a memory segment, and one with 192: how long it takes until they run at
/// full speed. C1 gives up on the longer one, which is interpreted until C2 has compiled all of it.
class SegmentSites {
  @SuppressWarnings("unchecked")
  static double time(Path folder, int reads, MemorySegment segment) throws Exception {
    String name = "Reads" + reads;
    StringBuilder source = new StringBuilder("import java.lang.foreign.*; public class " + name
        + " implements java.util.function.ToLongFunction<MemorySegment> { public long applyAsLong(MemorySegment s) { long sum = 0;");
    for (int k = 0; k < reads; k++) source.append(" sum += s.get(ValueLayout.JAVA_LONG_UNALIGNED, " + 8 * k + ");");
    Path file = Files.writeString(folder.resolve(name + ".java"), source.append(" return sum; } }"));
    ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), file.toString());
    URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
    Object made = loader.loadClass(name).getConstructor().newInstance();
    ToLongFunction<MemorySegment> method = (ToLongFunction<MemorySegment>) made;
    for (String suffix : new String[] {".java", ".class"}) Files.delete(folder.resolve(name + suffix));
    List<double[]> batches = new ArrayList<>();
    long begin = System.nanoTime(), start = begin, sink = 0;
    for (long end = begin + Integer.getInteger("millis", 8000) * 1_000_000L; start < end; start = System.nanoTime()) {
      for (int k = 0; k < 20; k++) sink += method.applyAsLong(segment);
      batches.add(new double[] {(start - begin) / 1e6, System.nanoTime() - start + sink});
    }
    double best = batches.stream().mapToDouble(batch -> batch[1]).min().orElseThrow();
    return batches.stream().filter(batch -> batch[1] <= 3 * best).findFirst().orElseThrow()[0];
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("cliff");
    MemorySegment segment = Arena.ofAuto().allocate(4096);
    double few = time(folder, 32, segment), many = time(folder, 192, segment);
    Files.delete(folder);
    System.out.printf("32 reads fast after %.0f ms, 192 reads after %.0f ms: ratio %.1f%n", few, many, many / few);
  }
}
