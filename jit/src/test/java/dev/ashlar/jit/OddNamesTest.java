// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.MethodName;
import dev.ashlar.jit.rules.Rules;
import dev.ashlar.testing.Jdks;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The names of classes and methods may have any characters but a few (JVMS 4.2.2). HotSpot is the
/// judge: it compiles classes with such names.
class OddNamesTest {
  private static final MethodTypeDesc TYPE =
      MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);

  private static final List<String> NAMES =
      List.of(
          "plain",
          "two words",
          "  more   blanks ",
          "a-b+c,d=e|f!g?h~",
          "it's \"quoted\" & `ticked`",
          "(I)V",
          "a(b",
          "a)b:c::d",
          "@ 3",
          "inlines everything",
          "is compiled by C2",
          "#hash",
          "back\\slash",
          "Grüße 中 \uD83D\uDE00",
          "bidi\u202Ecba",
          "tab\tbell\u0007escape\u001B(31m",
          "line\nfeed",
          "return\r",
          "nul\0");

  @TempDir private Path folder;

  /// A class with one method of the same name, which is called often.
  private static byte[] classFile(String binaryName, String name) {
    return ClassFile.of()
        .build(
            ClassDesc.ofInternalName(binaryName.replace('.', '/')),
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
                              .ixor()
                              .istore(1)
                              .iinc(0, -1)
                              .goto_(loop)
                              .labelBinding(end)
                              .iload(1)
                              .ireturn();
                        }));
  }

  private static String binaryName(int index) {
    return (index % 2 == 0 ? "odd pkg.C" : "C") + index + NAMES.get(index);
  }

  private Program.Run run(int version, String... flags) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    StringBuilder list = new StringBuilder();
    Base64.Encoder encoder = Base64.getEncoder();
    for (int i = 0; i < NAMES.size(); i++) {
      Files.write(folder.resolve(i + ".bin"), classFile(binaryName(i), NAMES.get(i)));
      list.append(encoder.encodeToString(NAMES.get(i).getBytes(UTF_16BE))).append('\n');
    }
    Files.writeString(folder.resolve("names"), list);
    String[] all = new String[flags.length + 1];
    System.arraycopy(flags, 0, all, 0, flags.length);
    all[flags.length] = "-Dfolder=" + folder;
    return Program.compile("OddNames", folder).run(jdk.orElseThrow(), all);
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void aLogOfThemIsReadAndTheyAreFound(int version) throws Exception {
    CompilationLog log = CompilationLog.read(run(version).log());
    assertThat(log.parseProblems()).isEmpty();
    for (int i = 0; i < NAMES.size(); i++) {
      String name = NAMES.get(i);
      List<Method> found = log.methodsNamed(binaryName(i) + "::" + name);
      assertThat(found).as(name).hasSize(1);
      assertThat(found.getFirst().holder()).isEqualTo(binaryName(i));
      assertThat(found.getFirst().name()).isEqualTo(name);
      assertThat(found.getFirst().descriptor()).isEqualTo("(I)I");
      assertThat(log.methodsNamed(binaryName(i) + "::" + name + "(I)I")).isEqualTo(found);
      if (name.lines().count() == 1) {
        assertThat(
                Rules.parse(List.of(binaryName(i) + "::" + name + " is compiled by C2")).check(log))
            .isEmpty();
        assertThat(
                Rules.parse(List.of(binaryName(i) + "::" + name + " has no virtual call"))
                    .check(log))
            .isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void stacksOfThemAreRead(int version) throws Exception {
    Path settings = Files.writeString(folder.resolve(Recording.SETTINGS_NAME), Recording.SETTINGS);
    Path recording = folder.resolve("recording.jfr");
    Program.Run run = run(version, Recording.jvmFlags(settings, recording).toArray(String[]::new));
    CompilationLog log = CompilationLog.read(run.log()).with(Recording.read(recording));
    assertThat(log.recording().orElseThrow().sampleCount()).isPositive();
    assertThatCode(() -> SampledStacks.of(log, 0)).doesNotThrowAnyException();
    assertThatCode(log::findings).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void linesOfThemInAUnifiedLogAreRead(int version) throws Exception {
    Path file = folder.resolve("unified.log");
    run(version, "-Xlog:jit*=debug:file=" + file + ":uptime,tid");
    CompilationLog log = CompilationLog.readPartial(file);
    for (int i = 0; i < NAMES.size(); i++) {
      // The name of a class breaks the line.
      if (NAMES.get(i).lines().count() == 1 && !NAMES.get(i).endsWith("\r")) {
        assertThat(log.methodsNamed(binaryName(i) + "::" + NAMES.get(i)))
            .as(NAMES.get(i))
            .isNotEmpty();
      }
    }
  }

  @Test
  void framesOfAnyNameAreMethods() {
    assertThat(Recording.method("a.B::c d(Lx y;)V"))
        .isEqualTo(new Method("a.B", "c d", "(Lx y;)V", -1));
    assertThat(Recording.method("a.B::c(d(I)[J")).isEqualTo(new Method("a.B", "c(d", "(I)[J", -1));
    assertThat(Recording.method("a.B::(I)V(I)V")).isEqualTo(new Method("a.B", "(I)V", "(I)V", -1));
    assertThat(Recording.method("no name")).isEqualTo(new Method("", "no name", "", -1));
  }

  /// The log of a trap or of a compilation has class, name and descriptor in one text.
  @Test
  void blanksAreAssignedByTheMethodsThatTheLogDefines() throws IOException {
    String task =
        """
        <task compile_id='%d' method='shop cart.Cart total of all (I)I' bytes='20' count='9000' stamp='1.0'>
        <type id='1' name='int'/>
        <klass id='2' name='shop cart.Cart' flags='1'/>
        <method id='3' holder='2' name='total of all' return='1' arguments='1' flags='1' bytes='20' iicount='9000'/>
        <parse method='3' uses='9000'>
        </parse>
        <task_done success='1' nmsize='100' count='9000' stamp='1.1'/>
        </task>
        """;
    String trap =
        """
        <uncommon_trap thread='9' reason='class_check' action='none' compile_id='1' stamp='1.5'>
        <jvms bci='5' method='shop cart.Cart total of all (I)I' bytes='20'/>
        </uncommon_trap>
        """;
    Method total = new Method("shop cart.Cart", "total of all", "(I)I", 20);
    CompilationLog log = LogText.read(folder, trap, task.formatted(1), task.formatted(2));
    assertThat(log.parseProblems()).isEmpty();
    assertThat(log.compilations()).extracting(c -> c.method()).containsExactly(total, total);
    assertThat(log.traps().getFirst().path()).containsExactly(total);
  }

  @Test
  void aTagTornInANameIsDamage() throws IOException {
    String torn = "<task compile_id='1' method='a.B c (\n<type id='1' name='int'/>\n";
    assertThat(LogText.read(folder, torn).parseProblems()).isNotEmpty();
    String last = "<task_queued compile_id='1' method='a.B c";
    Files.writeString(folder.resolve("torn"), LogText.HEAD + last);
    assertThat(CompilationLog.read(folder.resolve("torn")).parseProblems())
        .extracting(problem -> problem.what())
        .contains("torn tags");
  }

  @Test
  void namesInBackticksAreNames() {
    Method total = new Method("shop.Cart", "total of all", "(I)I", 20);
    for (String name :
        List.of(
            "Cart::total of all",
            "shop.Cart::`total of all`",
            "Cart::`total of all`(I)I",
            "Cart.total of all")) {
      assertThat(MethodName.parse(name).matches(total)).as(name).isTrue();
    }
    assertThat(MethodName.parse("art::total of all").matches(total)).isFalse();
    assertThat(MethodName.parse("Cart::total").matches(total)).isFalse();
  }

  @Test
  void linesOfUnifiedLogsAreRead() throws IOException {
    Path file = folder.resolve("jit.log");
    Files.writeString(
        file,
        """
        [0.100s][7] 12       4       shop cart.Cart::total of all (20 bytes)
        [0.110s][8] 13 %     4       shop.Cart::@ 3 @ 5 (20 bytes)
        [0.120s][8] 14       4       shop.Cart::@ 3 (20 bytes)
        [0.130s][8] 15       4       shop.Cart::a @ 7 (20 bytes)
        [0.140s][8]                              @ 2   shop.Cart::two words (9 bytes)   inline (hot)
        [0.200s][7] Uncommon trap: cid= 12 level=4 shop.Cart.total (of all)(Lx y;)V trap_bci=2 range_check none pc=0x1
        """
            .replace("Uncommon trap: ", ""));
    CompilationLog log = CompilationLog.readPartial(file);
    assertThat(log.compilations())
        .extracting(c -> c.method().qualifiedName(), c -> c.osrBci())
        .containsExactly(
            tuple("shop cart.Cart::total of all", -1),
            tuple("shop.Cart::@ 3", 5),
            tuple("shop.Cart::@ 3", -1),
            tuple("shop.Cart::a @ 7", -1));
    assertThat(log.traps().getFirst().method())
        .isEqualTo(new Method("shop.Cart", "total (of all)", "(Lx y;)V", -1));
  }
}
