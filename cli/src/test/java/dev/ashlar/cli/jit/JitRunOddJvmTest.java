// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// JVMs that crash, and names that only class files can have.
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class JitRunOddJvmTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  private static final MethodTypeDesc TYPE =
      MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);

  @TempDir private Path folder;

  @BeforeEach
  void onLinux() {
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/status")), "needs Linux");
  }

  private Outcome run(String... args) throws IOException, InterruptedException {
    try (Child child = Ashlar.start(folder, List.of(), args)) {
      return child.await();
    }
  }

  private void compile(String name, String source) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    ToolProvider.getSystemJavaCompiler().run(null, null, null, "-nowarn", file.toString());
  }

  @Test
  void aCrashIsTold() throws Exception {
    compile(
        "Crash",
        """
        public class Crash {
          public static void main(String[] args) throws Exception {
            var field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Object unsafe = field.get(null);
            unsafe.getClass().getMethod("putByte", long.class, byte.class)
                .invoke(unsafe, 1L, (byte) 0);
          }
        }
        """);
    Outcome crashed =
        run(
            "jit",
            "run",
            "--",
            JAVA,
            "-XX:-CreateCoredumpOnCrash",
            "-cp",
            folder.toString(),
            "Crash");
    assertThat(crashed.err())
        .contains("its JVM crashed")
        .containsPattern("HotSpot's report is \\S*hs_err_pid\\d+\\.log");
    Outcome aborted = run("jit", "run", "--", "sh", "-c", "kill -ABRT $$");
    assertThat(aborted.exitCode()).isEqualTo(134);
    assertThat(aborted.err()).contains("exit code 134: as by SIGABRT, as a JVM that crashes does");
  }

  @Test
  void aLogWithoutEndIsToldToBeThatOfAKilledJvm() throws Exception {
    compile(
        "Killed",
        """
        public class Killed {
          public static void main(String[] args) throws Exception {
            String text = "";
            for (int i = 0; i < 300_000; i++) {
              text = Integer.toString(text.hashCode() + i);
            }
            System.out.println(text);
            String pid = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("kill", "-KILL", pid).start();
            Thread.sleep(600_000);
          }
        }
        """);
    Outcome killed = run("jit", "run", "--", JAVA, "-cp", folder.toString(), "Killed");
    assertThat(killed.exitCode()).isEqualTo(137);
    assertThat(killed.err())
        .contains("it has no end: its JVM was killed, or crashed without a report")
        .contains("exit code 137: as by SIGKILL");
  }

  /// A loop that calls itself by a name with blanks, as Kotlin's backticks allow.
  private byte[] classFile(String className, String name) {
    ClassDesc self = ClassDesc.of(className);
    return ClassFile.of()
        .build(
            self,
            type ->
                type.withVersion(ClassFile.JAVA_17_VERSION, 0)
                    .withFlags(AccessFlag.PUBLIC)
                    .withMethodBody(
                        name,
                        TYPE,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code -> {
                          Label loop = code.newLabel();
                          Label end = code.newLabel();
                          code.iconst_0()
                              .istore(1)
                              .labelBinding(loop)
                              .iload(0)
                              .ifle(end)
                              .iload(1)
                              .iload(0)
                              .invokestatic(ClassDesc.of("java.lang.Integer"), "reverse", TYPE)
                              .ixor()
                              .istore(1)
                              .iinc(0, -1)
                              .goto_(loop)
                              .labelBinding(end)
                              .iload(1)
                              .ireturn();
                        })
                    .withMethodBody(
                        "main",
                        MethodTypeDesc.of(
                            ConstantDescs.CD_void, ConstantDescs.CD_String.arrayType()),
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code -> {
                          Label loop = code.newLabel();
                          Label end = code.newLabel();
                          code.loadConstant(100_000)
                              .istore(1)
                              .labelBinding(loop)
                              .iload(1)
                              .ifle(end)
                              .loadConstant(2_000)
                              .invokestatic(self, name, TYPE)
                              .pop()
                              .iinc(1, -1)
                              .goto_(loop)
                              .labelBinding(end)
                              .return_();
                        }));
  }

  @Test
  void namesWithBlanksAreReportedAndChecked() throws Exception {
    String name = "total of \u202Eall\u0007";
    Files.write(folder.resolve("Cart.class"), classFile("Cart", name));
    Outcome outcome =
        run(
            "jit",
            "run",
            "--jfr",
            "--html",
            "page.html",
            "--json",
            "out.json",
            "--asm",
            "Cart::total of *",
            "--",
            JAVA,
            "-cp",
            folder.toString(),
            "Cart");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err())
        .doesNotContain("Exception", "not read", "\u202E", "\u0007")
        .contains("Cart::total of \\u202eall\\u0007");
    assertThat(Files.readString(folder.resolve("page.html")))
        .contains("total of")
        .doesNotContain("\u202E", "\u0007");
    assertThat(Files.readString(folder.resolve("out.json"))).doesNotContain("\u202E", "\u0007");

    Outcome explained = run("jit", "explain", "Cart::" + name, "ashlar-jit");
    assertThat(explained.out())
        .contains("Cart::total of \\u202eall\\u0007")
        .doesNotContain("\u202E", "\u0007");
    Files.writeString(folder.resolve("rules"), "Cart::`%s` inlines everything\n".formatted(name));
    assertThat(run("jit", "check", "rules", "ashlar-jit").exitCode()).isZero();
  }
}
