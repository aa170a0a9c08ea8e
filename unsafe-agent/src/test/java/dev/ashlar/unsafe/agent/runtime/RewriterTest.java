// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.unsafe.agent.rewrite.Names;
import dev.ashlar.unsafe.agent.rewrite.Rewriter;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.instruction.DiscontinuedInstruction.JsrInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction.RetInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Class files of all ages, which the JVM verifies after they are rewritten.
class RewriterTest {
  private static final ClassDesc UNSAFE = ClassDesc.of(Elements.UNSAFE);
  private static final ClassDesc LIST = ClassDesc.of(ArrayList.class.getName());
  private static final MethodTypeDesc GET_INT =
      MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object, ConstantDescs.CD_long);

  /// `static Object test(Unsafe, Object, long)`
  private static final MethodTypeDesc TEST =
      MethodTypeDesc.of(
          ConstantDescs.CD_Object, UNSAFE, ConstantDescs.CD_Object, ConstantDescs.CD_long);

  /// What a static initializer, which has no arguments, works with.
  public static final class Given {
    @SuppressWarnings("MutablePublicArray") // It is given to Unsafe.
    public static final int[] ARRAY = {7};

    private Given() {}

    public static Object unsafe() throws ReflectiveOperationException {
      Field field = Elements.unsafeClass().getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return field.get(null);
    }
  }

  private static byte[] classFile(int version, Consumer<CodeBuilder> body) {
    return ClassFile.of(ClassFile.StackMapsOption.STACK_MAPS_WHEN_REQUIRED)
        .build(
            ClassDesc.of("Sample"),
            builder -> {
              builder.withVersion(version, version == 45 ? 3 : 0);
              builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
              method(builder, body);
            });
  }

  private static void method(ClassBuilder builder, Consumer<CodeBuilder> body) {
    builder.withMethodBody("test", TEST, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, body);
  }

  private static @Nullable Object run(byte[] bytes, Object object, long offset) throws Exception {
    byte[] rewritten = new Rewriter(bytes).rewrite();
    assertThat(new Rewriter(rewritten).replaced()).isZero();
    Class<?> sample = UnsafeProgram.load(rewritten, "Sample", RewriterTest.class.getClassLoader());
    return UnsafeProgram.invoke(sample, "test", object, offset);
  }

  /// `new ArrayList(unsafe.getInt(object, offset) > 5 ? 1 : unsafe.getInt(object, offset))`: a
  /// frame with an object that has no constructor called yet.
  private static void branches(CodeBuilder code) {
    Label small = code.newLabel();
    Label end = code.newLabel();
    code.new_(LIST).dup();
    call(code).iconst_5().if_icmple(small).iconst_1().goto_(end).labelBinding(small);
    call(code)
        .labelBinding(end)
        .invokespecial(
            LIST, "<init>", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int));
    Label other = code.newLabel();
    Label last = code.newLabel();
    call(code).iconst_5().if_icmple(other).ldc("large").goto_(last);
    code.labelBinding(other)
        .new_(LIST)
        .dup()
        .invokespecial(LIST, "<init>", MethodTypeDesc.of(ConstantDescs.CD_void));
    code.labelBinding(last).areturn();
  }

  private static CodeBuilder call(CodeBuilder code) {
    return code.aload(0).aload(1).lload(2).invokevirtual(UNSAFE, "getInt", GET_INT);
  }

  @ParameterizedTest
  @ValueSource(ints = {45, 46, 48, 49, 50, 51, 52, 55, 61, 69})
  void aClassOfAnyVersionIsVerified(int version) throws Exception {
    byte[] bytes = classFile(version, RewriterTest::branches);
    int[] array = {9, 3};
    long base = Elements.baseOffset(int.class);
    assertThat(run(bytes, array, base)).isEqualTo("large");
    assertThat(run(bytes, array, base + 4)).isEqualTo(List.of());
  }

  @Test
  void anInterfaceHasTheBootstrapMethodToo() throws Exception {
    byte[] bytes =
        ClassFile.of()
            .build(
                ClassDesc.of("Sample"),
                builder -> {
                  builder.withFlags(
                      ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT | ClassFile.ACC_PUBLIC);
                  method(builder, RewriterTest::branches);
                });
    assertThat(run(bytes, new int[] {9}, Elements.baseOffset(int.class))).isEqualTo("large");
  }

  @ParameterizedTest
  @ValueSource(ints = {45, 47, 49, 50})
  void aSubroutineStays(int version) throws Exception {
    byte[] bytes =
        classFile(
            version,
            code -> {
              Label subroutine = code.newLabel();
              code.with(JsrInstruction.of(subroutine)).with(JsrInstruction.of(subroutine));
              code.ldc("done").areturn();
              code.labelBinding(subroutine).astore(4);
              call(code).pop().with(RetInstruction.of(4));
            });
    assertThat(run(bytes, new int[] {9}, Elements.baseOffset(int.class))).isEqualTo("done");
  }

  /// The old verifier infers types, and so needs neither all frames nor the superclasses of types
  /// that meet.
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void framesOfVersion50MayBeThereInPart(int framed) throws Exception {
    ClassModel model = ClassFile.of().parse(twoMethods(50));
    ClassFile bare = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS);
    byte[] bytes =
        bare.transformClass(
            model,
            ClassTransform.transformingMethodBodies(
                method -> method.methodName().equalsString(framed == 0 ? "test" : "other"),
                CodeTransform.ACCEPT_ALL));
    assertThat(run(bytes, new int[] {9}, Elements.baseOffset(int.class))).isEqualTo("large");
  }

  /// One frame is too few, and nothing can reach the last instructions.
  @Test
  void framesOfVersion50MayBeWrong() throws Exception {
    byte[] bytes =
        ClassFile.of(
                ClassFile.StackMapsOption.DROP_STACK_MAPS, ClassFile.DeadCodeOption.KEEP_DEAD_CODE)
            .transformClass(
                ClassFile.of().parse(twoMethods(50)),
                ClassTransform.transformingMethods((method, element) -> {
                  if (element instanceof CodeModel code) {
                    var frames =
                        code.findAttribute(Attributes.stackMapTable()).orElseThrow().entries();
                    method.transformCode(
                        code,
                        CodeTransform.endHandler(end -> {
                          end.nop().aconst_null().athrow();
                          end.with(StackMapTableAttribute.of(frames.subList(0, frames.size() - 1)));
                        }));
                  } else {
                    method.with(element);
                  }
                }));
    assertThat(run(bytes, new int[] {9}, Elements.baseOffset(int.class))).isEqualTo("large");
  }

  private static byte[] twoMethods(int version) {
    return ClassFile.of(ClassFile.StackMapsOption.GENERATE_STACK_MAPS)
        .build(
            ClassDesc.of("Sample"),
            builder -> {
              builder.withVersion(version, 0);
              builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
              method(builder, RewriterTest::branches);
              builder.withMethodBody("other", TEST, ClassFile.ACC_STATIC, RewriterTest::branches);
            });
  }

  /// Its initializer is the only code that it may have.
  @ParameterizedTest
  @ValueSource(ints = {45, 48, 49, 50, 51})
  void anOldInterfaceLinksInItsInitializer(int version) throws Exception {
    ClassDesc sample = ClassDesc.of("Sample");
    byte[] bytes =
        ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS)
            .build(
                sample,
                builder -> {
                  builder.withVersion(version, version == 45 ? 3 : 0);
                  int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;
                  builder.withFlags(
                      ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT | ClassFile.ACC_PUBLIC);
                  builder.withField("VALUE", ConstantDescs.CD_int, flags);
                  builder.withMethodBody(
                      ConstantDescs.CLASS_INIT_NAME,
                      ConstantDescs.MTD_void,
                      ClassFile.ACC_STATIC,
                      code -> {
                        ClassDesc given = ClassDesc.of(Given.class.getName());
                        code.invokestatic(
                                given, "unsafe", MethodTypeDesc.of(ConstantDescs.CD_Object))
                            .checkcast(UNSAFE)
                            .getstatic(given, "ARRAY", ConstantDescs.CD_int.arrayType())
                            .loadConstant((long) Elements.baseOffset(int.class))
                            .invokevirtual(UNSAFE, "getInt", GET_INT)
                            .putstatic(sample, "VALUE", ConstantDescs.CD_int)
                            .return_();
                      });
                });
    byte[] rewritten = new Rewriter(bytes).rewrite();
    assertThat(new Rewriter(rewritten).replaced()).isZero();
    Class<?> loaded = UnsafeProgram.load(rewritten, "Sample", RewriterTest.class.getClassLoader());
    assertThat(loaded.getField("VALUE").getInt(null)).isEqualTo(7);
  }

  /// A static initializer is part of the default number of a class that can be serialized.
  @ParameterizedTest
  @ValueSource(ints = {45, 49, 50, 51})
  void theSerialNumberStays(int version) throws Exception {
    byte[] bytes =
        ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS)
            .build(
                ClassDesc.of("Sample"),
                builder -> {
                  builder.withVersion(version, version == 45 ? 3 : 0);
                  builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
                  builder.withInterfaceSymbols(ClassDesc.of(Serializable.class.getName()));
                  method(builder, code -> call(code).pop().ldc("done").areturn());
                });
    ClassLoader parent = RewriterTest.class.getClassLoader();
    byte[] rewritten = new Rewriter(bytes).rewrite();
    Class<?> after = UnsafeProgram.load(rewritten, "Sample", parent);
    assertThat(ObjectStreamClass.lookup(after).getSerialVersionUID())
        .isEqualTo(
            ObjectStreamClass.lookup(UnsafeProgram.load(bytes, "Sample", parent))
                .getSerialVersionUID());
    assertThat(run(bytes, new int[] {9}, Elements.baseOffset(int.class))).isEqualTo("done");
  }

  @Test
  void whatIsNoClassFileIsRefused() {
    assertThatThrownBy(() -> new Rewriter(new byte[] {1, 2, 3}))
        .isInstanceOf(RuntimeException.class);
    assertThat(Names.of(new byte[] {1, 2, 3})).isEqualTo(new Names(false, false, true));
    byte[] cut = java.util.Arrays.copyOf(UnsafeProgram.classFile(), 300);
    assertThat(Names.of(cut)).isEqualTo(new Names(false, false, true));
  }

  @Test
  void callsThatStayAreCounted() {
    Rewriter rewriter = new Rewriter(UnsafeProgram.classFile());
    assertThat(rewriter.left().keySet())
        .isEqualTo(
            java.util.Set.of(
                "addressSize()I",
                "allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;",
                "arrayIndexScale(Ljava/lang/Class;)I",
                "fullFence()V",
                "getLoadAverage([DI)I",
                "loadFence()V",
                "pageSize()I",
                "park(ZJ)V",
                "storeFence()V",
                "throwException(Ljava/lang/Throwable;)V",
                "unpark(Ljava/lang/Object;)V"));
    assertThat(rewriter.replaced() + rewriter.left().values().stream().mapToInt(i -> i).sum())
        .isEqualTo(UnsafeProgram.methodCount());
  }

  /// Those that do not throw under `deny` may stay.
  @Test
  void whatIsDeniedIsReplaced() throws Exception {
    byte[] bytes;
    try (var input = Class.forName(Elements.UNSAFE).getResourceAsStream("Unsafe.class")) {
      bytes = Objects.requireNonNull(input).readAllBytes();
    }
    var model = ClassFile.of().parse(bytes);
    Map<String, Integer> left = new Rewriter(UnsafeProgram.classFile()).left();
    for (var method : model.methods()) {
      boolean denied =
          method
              .code()
              .map(code -> code.elementList().toString().contains("beforeMemoryAccess"))
              .orElse(false);
      if (denied) {
        assertThat(left)
            .doesNotContainKey(
                method.methodName().stringValue() + method.methodType().stringValue());
      }
    }
  }
}
