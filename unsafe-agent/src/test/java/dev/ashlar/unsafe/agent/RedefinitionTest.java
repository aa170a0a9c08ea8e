// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Classes that another agent redefines. A redefinition can neither add methods nor remove them.
class RedefinitionTest {
  private static final String HOME =
      """
      public class Home {
        public static final sun.misc.Unsafe U;
        public static final long OFFSET;

        static {
          try {
            java.lang.reflect.Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            U = (sun.misc.Unsafe) field.get(null);
            OFFSET = U.objectFieldOffset(Holder.class.getDeclaredField("value"));
          } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
          }
        }

        public interface Get {
          int get(Object object, long offset);
        }
      }
      """;

  /// The class `Missing` is not there at run time.
  @SuppressWarnings("InlineFormatString") // It is a program.
  private static final String HOLDER =
      """
      public class Holder {
        int value = 7;

        public String read() {
          %s
        }

        Missing optional() {
          return null;
        }
      }
      """;

  private static final Map<String, String> BODIES =
      Map.of(
          "call",
          "return \"call \" + Home.U.getInt(this, Home.OFFSET);",
          "calls",
          "Home.U.putInt(this, Home.OFFSET, value + 1);"
              + "return \"calls \" + Home.U.getInt(this, Home.OFFSET);",
          "none",
          "return \"none\";",
          "reference",
          "Home.Get get = Home.U::getInt;" + "return \"reference \" + get.get(this, Home.OFFSET);");

  @TempDir private Path folder = Path.of("");

  /// {@return a folder of the classes, of which `Holder` has one of the bodies}
  private Path compiled(String body) throws Exception {
    Path home = Files.createDirectories(folder.resolve(body));
    Path holder = home.resolve("Holder.java");
    Files.writeString(holder, HOLDER.formatted(BODIES.get(body)));
    Path other = Files.writeString(home.resolve("Home.java"), HOME);
    Path missing = Files.writeString(home.resolve("Missing.java"), "public class Missing {}");
    Path classes =
        AgentJar.compiled(
            home,
            holder.toString(),
            other.toString(),
            missing.toString(),
            AgentJar.program("Redefiner"));
    Files.delete(classes.resolve("Missing.class"));
    return classes;
  }

  /// Runs the program with Unsafe, and with the agent.
  private void assertRunsTheSame(String first, String... redefinitions) throws Exception {
    Path classes = compiled(first);
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putValue("Premain-Class", "Redefiner");
    manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
    manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
    Path jar = AgentJar.jar(folder.resolve("redefiner.jar"), classes, manifest);
    List<String> program = new ArrayList<>();
    Collections.addAll(program, "-javaagent:" + jar, "-cp", classes.toString(), "Redefiner");
    for (String body : redefinitions) {
      program.add(compiled(body).resolve("Holder.class").toString());
    }
    String[] arguments = program.toArray(String[]::new);
    List<String> all = new ArrayList<>(List.of("--sun-misc-unsafe-memory-access=allow"));
    all.addAll(program);
    ChildJvm.Ended allowed = ChildJvm.quick(folder, all.toArray(String[]::new));
    assertThat(allowed.out().lines()).as(allowed.err()).hasSize(redefinitions.length + 2);
    ChildJvm.Ended replaced = AgentJar.replaced(folder, arguments);
    assertThat(replaced.out()).as(replaced.err()).isEqualTo(allowed.out());
  }

  @Test
  void aClassIsRedefinedWithAndWithoutCalls() throws Exception {
    assertRunsTheSame("call", "call", "calls", "none", "calls");
    assertThat(AgentJar.report(folder)).contains("\"left\": {}", "\"slower\": {}");
  }

  @Test
  void aClassKeepsTheMethodsOfItsHandles() throws Exception {
    assertRunsTheSame("reference", "call", "none", "reference", "reference");
    assertThat(AgentJar.report(folder)).contains("\"left\": {}", "\"slower\": {}");
  }

  @Test
  void aHandleThatIsNewIsLeft() throws Exception {
    assertRunsTheSame("call", "reference", "calls");
    assertThat(AgentJar.report(folder)).contains("\"left\": {\"getInt(Ljava/lang/Object;J)I\": 1}");
  }

  @Test
  void callsThatAreNewAreReported() throws Exception {
    assertRunsTheSame("none", "none", "calls", "reference");
    assertThat(AgentJar.report(folder))
        .contains("\"Holder\": \"a redefinition cannot add the method that links calls\"");
  }
}
