// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.rewrite;

import dev.ashlar.unsafe.agent.runtime.Elements;
import dev.ashlar.unsafe.agent.runtime.Reflection;
import dev.ashlar.unsafe.agent.runtime.Replacements;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Rewrites the calls of `sun.misc.Unsafe` in one class. An `invokevirtual` becomes an
/// `invokedynamic` with Unsafe as the first argument. A handle of a method of Unsafe becomes a
/// handle of an added method.
///
/// The stack is the same before and after a call, so the stack map frames of the class are kept,
/// and only their positions change. Class files before version 51, which have no `invokedynamic`,
/// keep their version, see [OldCalls].
public final class Rewriter {
  private static final String UNSAFE_PATH = Elements.UNSAFE.replace('.', '/');

  private final ClassModel model;
  private final DirectMethodHandleDesc bootstrap;

  /// The methods to add.
  private final Set<DirectMethodHandleDesc> added = new LinkedHashSet<>();

  /// The added methods of the loaded class; null if the class is not loaded.
  private final @Nullable Set<DirectMethodHandleDesc> loaded;

  private final Map<MemberRefEntry, Boolean> known = new HashMap<>();
  private final Map<MemberRefEntry, InvokeDynamicEntry> linked = new HashMap<>();
  private final Map<String, Integer> left = new TreeMap<>();

  /// The methods with calls, each with the number of calls in the methods before it.
  private final IdentityHashMap<MethodModel, Integer> changed = new IdentityHashMap<>();

  /// The calls of a class file that has no `invokedynamic`.
  private final List<DynamicCallSiteDesc> sites = new ArrayList<>();

  private int replaced;

  /// @throws IllegalArgumentException if `classFile` is not a class file
  public Rewriter(byte[] classFile) {
    this(ClassFile.of().parse(classFile));
  }

  public Rewriter(ClassModel model) {
    this(model, null);
  }

  /// @param loaded the added methods of the class that is redefined, which can neither lose a
  ///   method nor get one; null if it is no redefinition
  Rewriter(ClassModel model, @Nullable Set<DirectMethodHandleDesc> loaded) {
    this.model = model;
    this.loaded = loaded;
    bootstrap = own(Bootstrap.NAME, Bootstrap.TYPE);
    for (MethodModel method : model.methods()) {
      method.code().ifPresent(code -> code.forEach(element -> look(method, element)));
    }
  }

  private boolean isInterface() {
    return model.flags().has(AccessFlag.INTERFACE);
  }

  private DirectMethodHandleDesc own(String name, MethodTypeDesc type) {
    return AddedMethods.handle(model.thisClass().asSymbol(), isInterface(), name, type);
  }

  private void look(MethodModel method, CodeElement element) {
    if (isReplaced(element)) {
      changed.putIfAbsent(method, replaced++);
      if (OldCalls.isOld(model)) {
        sites.add(element instanceof InvokeInstruction call ? linked(call) : option());
      }
    } else if (element instanceof InvokeInstruction call && isUnsafe(call)) {
      left.merge(call.name().stringValue() + call.type().stringValue(), 1, Integer::sum);
    }
    constants(element)
        .filter(constant -> isReplaceable(constant) && !isHandle(constant))
        .forEach(constant -> {
          DirectMethodHandleDesc kept = (DirectMethodHandleDesc) constant;
          left.merge(kept.methodName() + kept.lookupDescriptor(), 1, Integer::sum);
        });
  }

  /// {@return the constants that may be handles}
  private static Stream<ConstantDesc> constants(CodeElement element) {
    return switch (element) {
      case InvokeDynamicInstruction call -> call.bootstrapArgs().stream();
      case LoadConstantInstruction load -> Stream.of(load.constantValue());
      default -> Stream.empty();
    };
  }

  /// {@return the number of calls that are replaced}
  public int replaced() {
    return replaced;
  }

  /// {@return the calls of Unsafe that are not replaced, by name and descriptor}
  public Map<String, Integer> left() {
    return left;
  }

  /// {@return the rewritten class}
  ///
  /// @throws IllegalArgumentException if the class cannot be rewritten, with the reason
  public byte[] rewrite() {
    ClassFile writer =
        ClassFile.of(
            ClassFile.StackMapsOption.DROP_STACK_MAPS,
            ClassFile.DeadCodeOption.KEEP_DEAD_CODE,
            ClassFile.DeadLabelsOption.DROP_DEAD_LABELS);
    OldCalls old = OldCalls.isOld(model) ? new OldCalls(model, sites) : null;
    ClassTransform transform =
        (builder, element) -> {
          if (element instanceof MethodModel method
              && (changed.containsKey(method) || (old != null && old.changes(method)))) {
            builder.transformMethod(
                method,
                (inMethod, part) -> {
                  if (part instanceof CodeModel code) {
                    inMethod.transformCode(code, calls(method, code, old));
                  } else {
                    inMethod.with(part);
                  }
                });
          } else {
            builder.with(element);
          }
        };
    return writer.transformClass(model, transform.andThen(old == null ? new Additions() : old));
  }

  private static boolean isUnsafe(InvokeInstruction call) {
    return call.owner().name().equalsString(UNSAFE_PATH);
  }

  private boolean isReplaced(CodeElement element) {
    return switch (element) {
      case InvokeInstruction call ->
          call.opcode() != Opcode.INVOKESTATIC
              && known.computeIfAbsent(call.method(), _ -> isReplaced(call));
      case LoadConstantInstruction load when isOption(load.constantValue()) -> true;
      default -> constants(element).anyMatch(this::isHandle);
    };
  }

  private static boolean isReplaced(InvokeInstruction call) {
    return isReplaced(
        call.owner().asInternalName(), call.name().stringValue(), call.type().stringValue());
  }

  private static boolean isReplaced(String owner, String name, String descriptor) {
    return owner.equals(UNSAFE_PATH)
        ? Replacements.has(name, descriptor)
        : Reflection.has(owner, name, descriptor);
  }

  private static boolean isReplaceable(ConstantDesc constant) {
    return constant instanceof DirectMethodHandleDesc handle
        && handle.owner().isClassOrInterface()
        && isReplaced(path(handle.owner()), handle.methodName(), handle.lookupDescriptor());
  }

  private boolean isHandle(ConstantDesc constant) {
    return isReplaceable(constant)
        && (loaded == null || loaded.contains(stub((DirectMethodHandleDesc) constant)));
  }

  private static String path(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.substring(1, descriptor.length() - 1);
  }

  private static boolean isOption(ConstantDesc constant) {
    return constant.equals(Replacements.OPTION);
  }

  private CodeTransform calls(MethodModel method, CodeModel code, @Nullable OldCalls old) {
    if (old != null) {
      OldCalls.findTargets(code);
    }
    Optional<StackMapTableAttribute> frames = code.findAttribute(Attributes.stackMapTable());
    return new CodeTransform() {
      private int next;

      // Begins again if the code has to be written twice, for long jumps.
      @Override
      public void atStart(CodeBuilder builder) {
        next = changed.getOrDefault(method, 0);
        if (old != null) {
          old.begin(method, builder);
        }
      }

      @Override
      public void accept(CodeBuilder builder, CodeElement element) {
        if (!isReplaced(element)) {
          builder.with(element);
        } else if (old != null) {
          old.replace(builder, next++);
        } else {
          replace(builder, element);
        }
      }

      @Override
      public void atEnd(CodeBuilder builder) {
        frames.ifPresent(table -> builder.with(StackMapTableAttribute.of(table.entries())));
      }
    };
  }

  private void replace(CodeBuilder builder, CodeElement element) {
    switch (element) {
      case InvokeInstruction call ->
          builder.invokedynamic(
              linked.computeIfAbsent(
                  call.method(), _ -> builder.constantPool().invokeDynamicEntry(linked(call))));
      case InvokeDynamicInstruction call ->
          builder.invokedynamic(
              DynamicCallSiteDesc.of(
                  call.bootstrapMethod(),
                  call.name().stringValue(),
                  call.typeSymbol(),
                  call.bootstrapArgs().stream().map(this::handle).toArray(ConstantDesc[]::new)));
      case LoadConstantInstruction load when isOption(load.constantValue()) ->
          builder.invokedynamic(option());
      case LoadConstantInstruction load -> builder.loadConstant(handle(load.constantValue()));
      default -> throw new IllegalStateException("not replaced: " + element);
    }
  }

  private DynamicCallSiteDesc option() {
    return DynamicCallSiteDesc.of(bootstrap, "option", MethodTypeDesc.of(ConstantDescs.CD_String));
  }

  private DynamicCallSiteDesc linked(InvokeInstruction call) {
    return DynamicCallSiteDesc.of(
        bootstrap,
        call.name().stringValue(),
        call.typeSymbol().insertParameterTypes(0, call.owner().asSymbol()));
  }

  /// {@return a constant, or the handle of an added method instead of one of a replaced method}
  private ConstantDesc handle(ConstantDesc constant) {
    if (!isHandle(constant)) {
      return constant;
    }
    DirectMethodHandleDesc stub = stub((DirectMethodHandleDesc) constant);
    added.add(stub);
    return stub;
  }

  private DirectMethodHandleDesc stub(DirectMethodHandleDesc handle) {
    return own(AddedMethods.HANDLE + handle.methodName(), handle.invocationType());
  }

  /// Adds methods.
  private final class Additions implements ClassTransform {
    /// Interfaces have static methods from version 52 on. Frames are the same in 51.
    @Override
    public void accept(ClassBuilder builder, ClassElement element) {
      if (element instanceof ClassFileVersion version
          && isInterface()
          && version.majorVersion() < ClassFile.JAVA_8_VERSION) {
        builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
      } else {
        builder.with(element);
      }
    }

    @Override
    public void atEnd(ClassBuilder builder) {
      added.add(bootstrap);
      if (loaded != null) {
        added.addAll(loaded);
      }
      // A class that was rewritten ahead of time has some.
      model
          .methods()
          .forEach(m -> added.remove(own(m.methodName().stringValue(), m.methodTypeSymbol())));
      for (DirectMethodHandleDesc method : added) {
        builder.withMethodBody(
            method.methodName(),
            method.invocationType(),
            AddedMethods.FLAGS,
            code -> {
              if (method.equals(bootstrap)) {
                Bootstrap.write(code);
              } else {
                call(code, method);
              }
            });
      }
    }

    private void call(CodeBuilder code, DirectMethodHandleDesc stub) {
      String name = stub.methodName().substring(AddedMethods.HANDLE.length());
      MethodTypeDesc type = stub.invocationType();
      int slot = 0;
      for (ClassDesc parameter : type.parameterList()) {
        TypeKind kind = TypeKind.from(parameter);
        code.loadLocal(kind, slot);
        slot += kind.slotSize();
      }
      code.invokedynamic(DynamicCallSiteDesc.of(bootstrap, name, type))
          .return_(TypeKind.from(type.returnType()));
    }
  }
}
