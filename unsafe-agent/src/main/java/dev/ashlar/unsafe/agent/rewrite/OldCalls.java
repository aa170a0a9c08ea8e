// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.rewrite;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction.JsrInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Replaces the calls in a class file before version 51, which has no `invokedynamic`.
///
/// The class keeps its version. HotSpot verifies it as before: without stack map frames, with `jsr`
/// and `ret`, and by the old verifier if frames of version 50 are incomplete. A raised version
/// would need all frames. A call becomes a call of an added method:
///
/// ```java
/// private static final MethodHandle $unsafe$handle0;
///
/// static {
///   $unsafe$handle0 = $unsafe$link(lookup(), "later:getInt", type).dynamicInvoker();
/// }
///
/// private static int $unsafe$call0$getInt(Unsafe unsafe, Object object, long offset) {
///   return (int) $unsafe$handle0.invokeExact(unsafe, object, offset);
/// }
/// ```
///
/// An interface before version 52 has no static methods, but code in its initializer only. Such a
/// call is linked where it is.
final class OldCalls implements ClassTransform {
  private static final String HANDLE = "$unsafe$handle";
  private static final ClassDesc CALL_SITE = ClassDesc.of(CallSite.class.getName());
  private static final MethodTypeDesc INVOKER = MethodTypeDesc.of(ConstantDescs.CD_MethodHandle);

  private final ClassModel model;
  private final ClassDesc self;
  private final List<DynamicCallSiteDesc> sites;
  private final boolean hasInitializer;

  /// Whether the handles are set in the static initializer, so that C2 takes them for constants.
  private final boolean isInitialized;

  /// @param sites the calls, in the order of the class file
  OldCalls(ClassModel model, List<DynamicCallSiteDesc> sites) {
    this.model = model;
    self = model.thisClass().asSymbol();
    this.sites = List.copyOf(sites);
    hasInitializer = model.methods().stream().anyMatch(OldCalls::isInitializer);
    isInitialized = hasInitializer || mayAddInitializer();
  }

  static boolean isOld(ClassModel model) {
    return model.majorVersion() < ClassFile.JAVA_7_VERSION;
  }

  private boolean isInterface() {
    return model.flags().has(AccessFlag.INTERFACE);
  }

  private static boolean isInitializer(MethodModel method) {
    return method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME);
  }

  /// Whether a class has a static initializer is part of its default `serialVersionUID`.
  private boolean mayAddInitializer() {
    boolean isPlain =
        model.interfaces().isEmpty()
            && model
                .superclass()
                .map(type -> type.asSymbol().equals(ConstantDescs.CD_Object))
                .orElse(true);
    return isPlain
        || model.fields().stream()
            .anyMatch(field -> field.fieldName().equalsString("serialVersionUID"));
  }

  /// {@return whether a method that has no calls has to be changed too}
  boolean changes(MethodModel method) {
    return isInitializer(method) && !isInterface();
  }

  /// Makes the labels of all jumps. The class file API makes them of frames, if there are any.
  static void findTargets(CodeModel code) {
    for (CodeElement element : code) {
      switch (element) {
        case BranchInstruction jump -> jump.target();
        case JsrInstruction jump -> jump.target();
        case LookupSwitchInstruction jump -> {
          jump.defaultTarget();
          jump.cases();
        }
        case TableSwitchInstruction jump -> {
          jump.defaultTarget();
          jump.cases();
        }
        default -> {
          // Other elements name no place, or one that has a label.
        }
      }
    }
  }

  /// Begins the code of a method.
  void begin(MethodModel method, CodeBuilder code) {
    if (changes(method)) {
      initialize(code);
    }
  }

  private void initialize(CodeBuilder code) {
    for (int i = 0; i < sites.size(); i++) {
      link(code, sites.get(i));
      code.putstatic(self, HANDLE + i, ConstantDescs.CD_MethodHandle);
    }
  }

  /// {@return the name of an added method} The handles of a class that is redefined stay. So the
  /// JVM refuses a class file with other calls, or in another order.
  private String caller(int number) {
    return AddedMethods.HANDLE + number + "$" + sites.get(number).invocationName();
  }

  /// Replaces a call.
  ///
  /// @param number its place in the list of all calls
  void replace(CodeBuilder code, int number) {
    DynamicCallSiteDesc site = sites.get(number);
    MethodTypeDesc type = site.invocationType();
    if (isInterface()) {
      List<Integer> slots = new ArrayList<>();
      for (ClassDesc parameter : type.parameterList().reversed()) {
        TypeKind kind = TypeKind.from(parameter);
        slots.add(code.allocateLocal(kind));
        code.storeLocal(kind, slots.getLast());
      }
      Bootstrap.loadLinkage(code);
      Bootstrap.apply(code, arguments(site));
      code.invokevirtual(CALL_SITE, "dynamicInvoker", INVOKER);
      for (ClassDesc parameter : type.parameterList()) {
        code.loadLocal(TypeKind.from(parameter), slots.removeLast());
      }
      invoke(code, type);
    } else {
      code.invokestatic(self, caller(number), type);
    }
  }

  private static void invoke(CodeBuilder code, MethodTypeDesc type) {
    code.invokevirtual(ConstantDescs.CD_MethodHandle, "invokeExact", type);
  }

  @Override
  public void accept(ClassBuilder builder, ClassElement element) {
    builder.with(element);
  }

  @Override
  public void atEnd(ClassBuilder builder) {
    if (isInterface()) {
      return;
    }
    if (isInitialized && !hasInitializer) {
      builder.withMethodBody(
          ConstantDescs.CLASS_INIT_NAME,
          ConstantDescs.MTD_void,
          ClassFile.ACC_STATIC,
          code -> {
            initialize(code);
            code.return_();
          });
    }
    // A class that was rewritten ahead of time has it.
    if (model.methods().stream()
        .noneMatch(method -> method.methodName().equalsString(Bootstrap.NAME))) {
      builder.withMethodBody(Bootstrap.NAME, Bootstrap.TYPE, AddedMethods.FLAGS, Bootstrap::write);
    }
    for (int i = 0; i < sites.size(); i++) {
      int number = i;
      builder.withField(
          HANDLE + i,
          ConstantDescs.CD_MethodHandle,
          AddedMethods.FLAGS | (isInitialized ? ClassFile.ACC_FINAL : 0));
      builder.withMethodBody(
          caller(i), sites.get(i).invocationType(), AddedMethods.FLAGS, code -> call(code, number));
    }
  }

  /// Links first if there is no handle. A superclass may call this class before its initializer
  /// runs.
  private void call(CodeBuilder code, int number) {
    DynamicCallSiteDesc site = sites.get(number);
    MethodTypeDesc type = site.invocationType();
    Label linked = code.newLabel();
    code.getstatic(self, HANDLE + number, ConstantDescs.CD_MethodHandle)
        .dup()
        .ifnonnull(linked)
        .pop();
    link(code, site);
    if (!isInitialized) {
      code.dup().putstatic(self, HANDLE + number, ConstantDescs.CD_MethodHandle);
    }
    code.labelBinding(linked);
    List<VerificationTypeInfo> locals = new ArrayList<>();
    int slot = 0;
    for (ClassDesc parameter : type.parameterList()) {
      TypeKind kind = TypeKind.from(parameter);
      code.loadLocal(kind, slot);
      slot += kind.slotSize();
      locals.add(verified(parameter));
    }
    invoke(code, type);
    code.return_(TypeKind.from(type.returnType()));
    code.with(
        StackMapTableAttribute.of(
            List.of(
                StackMapFrameInfo.of(
                    linked,
                    locals,
                    List.of(ObjectVerificationTypeInfo.of(ConstantDescs.CD_MethodHandle))))));
  }

  private static VerificationTypeInfo verified(ClassDesc type) {
    return switch (TypeKind.from(type)) {
      case LONG -> SimpleVerificationTypeInfo.LONG;
      case FLOAT -> SimpleVerificationTypeInfo.FLOAT;
      case DOUBLE -> SimpleVerificationTypeInfo.DOUBLE;
      case REFERENCE -> ObjectVerificationTypeInfo.of(type);
      default -> SimpleVerificationTypeInfo.INTEGER;
    };
  }

  /// Pushes the handle of a call.
  private void link(CodeBuilder code, DynamicCallSiteDesc site) {
    arguments(site).forEach(argument -> argument.accept(code));
    code.invokestatic(self, Bootstrap.NAME, Bootstrap.TYPE)
        .invokevirtual(CALL_SITE, "dynamicInvoker", INVOKER);
  }

  /// {@return what pushes the arguments of the bootstrap method} They are no constants, which only
  /// later versions have.
  private static List<Consumer<CodeBuilder>> arguments(DynamicCallSiteDesc site) {
    return List.of(
        code ->
            code.invokestatic(
                ClassDesc.of(MethodHandles.class.getName()),
                "lookup",
                MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup)),
        code -> code.loadConstant(Bootstrap.LATER + site.invocationName()),
        code ->
            code.loadConstant(site.invocationType().descriptorString())
                .aconst_null()
                .invokestatic(
                    ConstantDescs.CD_MethodType,
                    "fromMethodDescriptorString",
                    MethodTypeDesc.of(
                        ConstantDescs.CD_MethodType,
                        ConstantDescs.CD_String,
                        ClassDesc.of(ClassLoader.class.getName()))));
  }
}
