import java.net.*;
import java.nio.file.*;
import java.util.function.*;
import javax.tools.ToolProvider;

/// A method of 7,200 bytecodes and one of 8,800: beyond 8,000 HotSpot interprets. Both are generated.
public class HugeMethod {
  static IntUnaryOperator method(Path folder, String name, int statements) throws Exception {
    String source = "public class " + name + " implements java.util.function.IntUnaryOperator {"
        + " public int applyAsInt(int x) {" + " x = x * 31 + 7;".repeat(statements) + " return x; } }";
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), file.toString());
    URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
    IntUnaryOperator made = (IntUnaryOperator) loader.loadClass(name).getConstructor().newInstance();
    for (String suffix : new String[] {".java", ".class"}) Files.delete(folder.resolve(name + suffix));
    return made;
  }

  static double time(IntUnaryOperator method, int statements) {
    double best = 1e9;
    int x = 1;
    for (long end = System.nanoTime() + Integer.getInteger("millis", 1000) * 1_000_000L; System.nanoTime() < end; ) {
      long start = System.nanoTime();
      for (int k = 0; k < 50; k++) x = method.applyAsInt(x);
      best = Math.min(best, (System.nanoTime() - start) / 50.0 / statements);
    }
    return x == 0 ? 0 : best;
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("cliff");
    double below = time(method(folder, "Below", 900), 900);
    double above = time(method(folder, "Above", 1100), 1100);
    Files.delete(folder);
    System.out.printf("below %.2f ns a statement, above %.2f ns: ratio %.1f%n", below, above, above / below);
  }
}
