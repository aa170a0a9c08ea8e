// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import dev.ashlar.jit.internal.classfile.SourceMap;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.Member;
import dev.ashlar.unsafe.Use;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Finds the uses in one class.
final class ClassScanner {
  /// The field with the instance.
  static final String THE_UNSAFE = "theUnsafe";

  static final String DECLARED_FIELD = "getDeclaredField";
  static final String SET_ACCESSIBLE = "setAccessible";

  private final JdkMethods jdk;
  private final int release;
  private final ClassModel type;
  private final String className;
  private final SourceMap sourceMap;
  private final String sourceFile;
  private final List<Use> uses = new ArrayList<>();
  private final List<Use> fieldsSet = new ArrayList<>();

  /// The uses found in a class.
  ///
  /// @param fieldsSet fields that are set by reflection; the classes that declare them show whether
  ///   they are final
  record Found(List<Use> uses, List<Use> fieldsSet) {}

  private ClassScanner(JdkMethods jdk, ClassModel type, int release) {
    this.jdk = jdk;
    this.type = type;
    this.release = release;
    this.className = binaryName(type.thisClass().asInternalName());
    this.sourceMap =
        type.findAttribute(Attributes.sourceDebugExtension())
            .map(map -> SourceMap.parse(new String(map.contents(), StandardCharsets.UTF_8)))
            .orElse(SourceMap.NONE);
    this.sourceFile =
        type.findAttribute(Attributes.sourceFile())
            .map(file -> file.sourceFile().stringValue())
            .orElse("");
  }

  /// Scans a class. If its version is newer than the parser accepts, the version in `bytes` is
  /// changed, because new versions seldom have new instructions.
  ///
  /// @throws IOException if it cannot be parsed to the end
  static Found scan(byte[] bytes, JdkMethods jdk, int release) throws IOException {
    ClassVersion.lower(bytes);
    try {
      ClassScanner scanner = new ClassScanner(jdk, ClassFile.of().parse(bytes), release);
      for (MethodModel method : scanner.type.methods()) {
        scanner.method(method);
      }
      return new Found(scanner.uses, scanner.fieldsSet);
    } catch (RuntimeException e) {
      // The parser throws several exceptions, depending on what is damaged.
      throw new IOException("the class file is damaged: " + e.getMessage());
    }
  }

  static String binaryName(String internalName) {
    return internalName.replace('/', '.');
  }

  private void method(MethodModel method) {
    String name = method.methodName().stringValue();
    String descriptor = method.methodType().stringValue();
    if (method.flags().has(AccessFlag.NATIVE)) {
      add(
          Use.Kind.NATIVE_METHOD,
          new Use.Site(className, name, descriptor, -1, 0, release),
          new Member(className, name, descriptor));
    }
    method
        .code()
        .ifPresent(code -> {
          Body body = new Body(name, descriptor);
          code.forEach(body::accept);
          body.end();
        });
  }

  private void add(Use.Kind kind, Use.Site site, Member target) {
    uses.add(new Use(kind, site, target));
  }

  /// The instructions of one method.
  private final class Body {
    private final String method;
    private final String descriptor;
    private final Reflection reflection = new Reflection();
    private int bci;
    private int line;

    Body(String method, String descriptor) {
      this.method = method;
      this.descriptor = descriptor;
    }

    void accept(CodeElement element) {
      switch (element) {
        case LineNumber number -> line = sourceMap.line(number.line(), sourceFile).orElse(0);
        case InvokeInstruction call ->
            invoke(
                new Member(
                    binaryName(call.owner().asInternalName()),
                    call.name().stringValue(),
                    call.type().stringValue()));
        case FieldInstruction access -> {
          if (access.owner().asInternalName().equals(JdkMethods.UNSAFE.replace('.', '/'))) {
            add(
                Use.Kind.UNSAFE_FIELD,
                new Member(JdkMethods.UNSAFE, access.name().stringValue(), ""));
          }
        }
        case InvokeDynamicInstruction dynamic -> {
          handle(dynamic.invokedynamic().bootstrap().bootstrapMethod());
          dynamic.invokedynamic().bootstrap().arguments().forEach(this::handle);
        }
        case ConstantInstruction.LoadConstantInstruction load -> constant(load);
        default -> {
          // Other instructions use nothing.
        }
      }
      if (element instanceof Instruction instruction) {
        bci += instruction.sizeInBytes();
      }
    }

    private void invoke(Member called) {
      call(called, Use.Kind.UNSAFE_CALL);
      Member looked = reflection.invoke(called, site());
      if (looked != null) {
        add(Use.Kind.UNSAFE_INSTANCE, looked);
      }
    }

    private void call(Member called, Use.Kind unsafe) {
      switch (called.owner()) {
        case JdkMethods.UNSAFE -> add(unsafe, called);
        case JdkMethods.INTERNAL_UNSAFE -> add(Use.Kind.INTERNAL_UNSAFE, called);
        default -> {
          if (jdk.restricted().contains(called)) {
            add(Use.Kind.RESTRICTED, called);
          }
        }
      }
    }

    private void handle(LoadableConstantEntry entry) {
      if (entry instanceof MethodHandleEntry handle) {
        MemberRefEntry member = handle.reference();
        call(
            new Member(
                binaryName(member.owner().asInternalName()),
                member.name().stringValue(),
                member.type().stringValue()),
            Use.Kind.UNSAFE_REFERENCE);
      }
    }

    private void constant(ConstantInstruction.LoadConstantInstruction load) {
      LoadableConstantEntry entry = load.constantEntry();
      handle(entry);
      String named = reflection.constant(entry);
      if (named.equals(JdkMethods.UNSAFE) || named.equals(JdkMethods.INTERNAL_UNSAFE)) {
        add(Use.Kind.UNSAFE_NAME, new Member(named, "", ""));
      }
    }

    private void add(Use.Kind kind, Member target) {
      ClassScanner.this.add(kind, site(), target);
    }

    private Use.Site site() {
      return new Use.Site(className, method, descriptor, bci, line, release);
    }

    void end() {
      fieldsSet.addAll(reflection.fieldsSet());
    }
  }
}
