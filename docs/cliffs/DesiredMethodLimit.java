import java.net.*;
import java.nio.file.*;
import java.util.function.*;
import javax.tools.ToolProvider;

/// A method with 64 calls of an accessor of 33 bytecodes, and one with 512. C2 inlines 8,000 bytecodes a
/// compilation and calls the rest. Both methods are generated, being long.
class DesiredMethodLimit {
  static final String ACCESSOR = "static byte[] array = new byte[4996]; static int base = 8, size = 4900, kind = 1;"
      + " static long get(int i) { if (i > size - 8 || kind != 1) return fail(i); return array[base + i]; }"
      + " static long fail(int i) { throw new IndexOutOfBoundsException(); }";

  static double time(Path folder, int reads) throws Exception {
    String name = "Sites" + reads;
    StringBuilder source = new StringBuilder("public class " + name);
    source.append(" implements java.util.function.LongUnaryOperator {").append(ACCESSOR);
    source.append(" public long applyAsLong(long x) { int i = (int) x; long sum = 0;");
    for (int k = 0; k < reads; k++) source.append(" sum += get(i + " + 8 * k + ");");
    Path file = Files.writeString(folder.resolve(name + ".java"), source.append(" return sum; } }"));
    ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), file.toString());
    URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
    LongUnaryOperator method = (LongUnaryOperator) loader.loadClass(name).getConstructor().newInstance();
    for (String suffix : new String[] {".java", ".class"}) Files.delete(folder.resolve(name + suffix));
    double best = 1e9;
    for (long end = System.nanoTime() + Integer.getInteger("millis", 1000) * 1_000_000L; System.nanoTime() < end; ) {
      long start = System.nanoTime(), sum = 0;
      for (int k = 0; k < 20; k++) sum += method.applyAsLong(k);
      best = Math.min(best, (System.nanoTime() - start + sum) / 20.0 / reads);
    }
    return best;
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("cliff");
    double few = time(folder, 64), many = time(folder, 512);
    Files.delete(folder);
    System.out.printf("64 calls %.2f ns each, 512 calls %.2f ns each: ratio %.1f%n", few, many, many / few);
  }
}
