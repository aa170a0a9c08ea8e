// SPDX-License-Identifier: Apache-2.0
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;

/// An agent and a program. It redefines a class with other class files, then retransforms it, and
/// prints after each what a method of the class returns.
public class Redefiner {
  static Instrumentation instrumentation;

  public static void premain(String options, Instrumentation given) {
    instrumentation = given;
  }

  public static void main(String[] args) throws Exception {
    Holder holder = new Holder();
    System.out.println(holder.read());
    for (String file : args) {
      byte[] bytes = Files.readAllBytes(Path.of(file));
      instrumentation.redefineClasses(new ClassDefinition(Holder.class, bytes));
      System.out.println(holder.read());
    }
    ClassFileTransformer same =
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader, String name, Class<?> type, ProtectionDomain d, byte[] bytes) {
            return "Holder".equals(name) ? bytes : null;
          }
        };
    instrumentation.addTransformer(same, true);
    instrumentation.retransformClasses(Holder.class);
    System.out.println(holder.read());
  }
}
