// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.memory.internal.specialized.Members.Access;
import dev.ashlar.memory.internal.specialized.Members.Member;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandleInfo;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.runtime.ObjectMethods;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds code that would behave differently in a copy of a class, or would not work there. Such a
/// method stays in the original if none of its arguments decides. Otherwise the class is refused.
///
/// Bootstrap methods see the class that calls them, so only calls of known ones are copied.
final class CopyCheck {
  private static final Set<String> BOOTSTRAPS =
      Set.of(
          "LambdaMetafactory.metafactory",
          "LambdaMetafactory.altMetafactory",
          "StringConcatFactory.makeConcat",
          "StringConcatFactory.makeConcatWithConstants",
          "SwitchBootstraps.typeSwitch",
          "SwitchBootstraps.enumSwitch",
          "ConstantBootstraps.enumConstant",
          "ConstantBootstraps.invoke",
          "ConstantBootstraps.nullConstant",
          "ConstantBootstraps.primitiveClass");

  /// The methods of a class constant whose result is the same for the objects of a factory.
  private static final Set<String> OF_CLASSES =
      Set.of("desiredAssertionStatus", "getName", "getSimpleName");

  private final Implementation implementation;
  private final OwnType ownType;
  private final Set<String> reasons = new LinkedHashSet<>();

  /// The methods of objects of the class that each one calls.
  private final Map<String, Set<String>> calls = new HashMap<>();

  /// The places where `dup` does not follow `new`, by the class of the object.
  private final Map<ClassDesc, String> unusual = new HashMap<>();

  /// The method that is being checked.
  private String method = "";

  private int line;
  private int firstLine;
  private List<String> problems = new ArrayList<>();
  private Set<String> called = new LinkedHashSet<>();
  private boolean isGeneral;

  CopyCheck(Implementation implementation) {
    this.implementation = implementation;
    this.ownType = new OwnType(implementation.name);
  }

  void check() throws NotCopiedException {
    checkType();
    for (MethodModel each : implementation.model.methods()) {
      check(each);
    }
    keepConstructorsGeneral();
    if (implementation.isFactory && implementation.createdByHandle.contains(superclass())) {
      reasons.add("a constructor of its superclass is private: make it package-private");
    }
    unusual.keySet().retainAll(implementation.createdByHandle); // The stack is another one.
    for (String place : unusual.values()) {
      reasons.add(place + ", which has a private constructor: make it package-private");
    }
    if (!reasons.isEmpty()) {
      throw new IllegalArgumentException(
          "Copies of "
              + implementation.original.getName()
              + " would not do the same:\n  "
              + String.join("\n  ", reasons));
    }
  }

  private void checkType() throws NotCopiedException {
    Class<?> original = implementation.original;
    if (Modifier.isAbstract(original.getModifiers()) || original.isEnum()) {
      reasons.add("it is abstract or an enum");
    }
    if (implementation.isFactory) {
      checkSealed(original.getSuperclass());
      checkSealed(original.getInterfaces());
    } else {
      for (Class<?> type = original; type != null; type = type.getSuperclass()) {
        checkSealed(type.getInterfaces());
      }
    }
    for (FieldModel field : implementation.model.fields()) {
      if (field.flags().has(AccessFlag.STATIC)
          && field.flags().has(AccessFlag.SYNTHETIC)
          && !field.flags().has(AccessFlag.FINAL)) {
        throw new NotCopiedException(
            "its class file has been instrumented: "
                + field.fieldName().stringValue()
                + " is synthetic, not final");
      }
    }
  }

  private ClassDesc superclass() {
    return implementation.model.superclass().orElseThrow().asSymbol();
  }

  private void checkSealed(Class<?>... supertypes) {
    for (Class<?> type : supertypes) {
      if (type.isSealed()) {
        reasons.add(type.getName() + " is sealed, and does not permit copies");
      }
    }
  }

  private void check(MethodModel model) {
    method = model.methodName().stringValue();
    line = 0;
    firstLine = 0;
    problems = new ArrayList<>();
    called = new LinkedHashSet<>();
    isGeneral = ownType.isIn(model.methodTypeSymbol());
    boolean isInitializer = method.equals(CLASS_INIT_NAME);
    boolean isConstructor = method.equals(INIT_NAME);
    if (!implementation.isFactory && (isInitializer || isConstructor)) {
      return; // It runs in the original only.
    }
    if (model.code().isPresent()) {
      boolean isStatic = Implementation.isStatic(model);
      checkCode(model.code().get().elementList(), isStatic, isInitializer);
    } else if (implementation.isFactory) {
      add("is native, and a copy has another name: call a native method of another class");
    }
    line = firstLine;
    String key = Implementation.key(model);
    boolean isLocked = model.flags().has(AccessFlag.SYNCHRONIZED);
    if (implementation.isFactory) {
      if (isInitializer && isGeneral) {
        add("has the class itself in a type: move the constant to another class");
      }
      calls.put(key, called);
      if (isGeneral) {
        implementation.general.add(key);
      }
      if (isLocked && Implementation.isStatic(model)) {
        add("is static and synchronized: copies are classes with locks of their own");
      }
      reasons.addAll(problems);
      return;
    }
    if (isLocked) {
      add("is synchronized: use a synchronized block");
    }
    if (!problems.isEmpty()) {
      implementation.kept.put(key, problems.getFirst());
      if (implementation.deciding.areIn(model.methodTypeSymbol())) {
        reasons.addAll(problems);
      }
      return;
    }
    implementation.hasOtherObjects |= isGeneral;
  }

  private void add(String problem) {
    problems.add(at() + problem);
  }

  private String at() {
    return method + (line == 0 ? " " : ", line " + line + ", ");
  }

  private void addCalled(String name, MethodTypeDesc type) {
    MethodModel own = implementation.method(name, type);
    if (own != null && !Implementation.isStatic(own)) { // Without an object it loads no field.
      called.add(Implementation.key(own));
    }
  }

  /// The kinds of an object's fields are known when its constructor has ended. So what the
  /// constructor calls is general.
  private void keepConstructorsGeneral() {
    Deque<String> open = new ArrayDeque<>();
    for (MethodModel each : implementation.model.methods()) {
      if (implementation.isFactory && each.methodName().equalsString(INIT_NAME)) {
        open.add(Implementation.key(each));
      }
    }
    Set<String> seen = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      String next = open.remove();
      if (seen.add(next)) {
        open.addAll(calls.getOrDefault(next, Set.of()));
      }
    }
    implementation.general.addAll(seen);
  }

  private void checkCode(List<CodeElement> elements, boolean isStatic, boolean isInitializer) {
    Instruction before = null;
    for (CodeElement element : elements) {
      if (element instanceof LineNumber number) {
        line = number.line();
        firstLine = firstLine == 0 ? line : firstLine;
      }
      isGeneral |= ownType.isIn(element, isStatic);
      if (element instanceof Instruction instruction) {
        if (before != null) {
          checkNext(before, instruction);
        }
        before = instruction;
        if (!isInitializer) { // It runs in the original only.
          check(instruction);
        }
      }
    }
  }

  private void checkNext(Instruction instruction, Instruction next) {
    if (instruction instanceof NewObjectInstruction create && next.opcode() != Opcode.DUP) {
      ClassDesc type = create.className().asSymbol();
      unusual.put(type, at() + "creates an object of " + type.displayName());
    }
    if (implementation.isFactory
        && instruction instanceof LoadConstantInstruction load
        && load.constantValue() instanceof ClassDesc type
        && ownType.isIn(type)
        && !(next instanceof InvokeInstruction call
            && call.owner().asSymbol().equals(CD_Class)
            && OF_CLASSES.contains(call.name().stringValue()))) {
      add("uses the class itself as a constant, and objects are of copies: use another class");
    }
  }

  private void check(Instruction instruction) {
    if (instruction instanceof FieldInstruction access) {
      checkField(access);
    } else if (instruction instanceof InvokeInstruction call) {
      checkCall(call);
    } else if (instruction instanceof InvokeDynamicInstruction call) {
      checkBootstrap(call.bootstrapMethod(), call.bootstrapArgs());
    } else if (instruction instanceof LoadConstantInstruction load) {
      checkConstant(load.constantValue());
    } else if (instruction instanceof DiscontinuedInstruction) {
      add("has an instruction of old class files: compile the class again");
    }
  }

  /// Whether the bootstrap method makes `equals`, `hashCode` or `toString` of a record. In objects
  /// of a factory they work on the renamed class.
  static boolean isOfRecord(DirectMethodHandleDesc bootstrap) {
    return bootstrap.owner().descriptorString().equals(ObjectMethods.class.descriptorString());
  }

  private void checkBootstrap(DirectMethodHandleDesc bootstrap, List<ConstantDesc> arguments) {
    String name = bootstrap.owner().displayName() + "." + bootstrap.methodName();
    boolean isKnown =
        bootstrap.owner().packageName().startsWith("java.lang.")
            && (BOOTSTRAPS.contains(name) || (implementation.isFactory && isOfRecord(bootstrap)));
    if (!isKnown) {
      add("calls the bootstrap method " + name + ", which sees its caller: call another class");
    }
    if (name.equals("LambdaMetafactory.altMetafactory")
        && arguments.get(3) instanceof Integer flags
        && (flags & LambdaMetafactory.FLAG_SERIALIZABLE) != 0) {
      add("has a serializable lambda, which names its class: write it as a nested class");
    }
    for (ConstantDesc argument : arguments) {
      if (!isOfRecord(bootstrap)) { // Its handles are of the fields.
        checkConstant(argument);
      }
    }
  }

  private void checkConstant(ConstantDesc constant) {
    if (constant instanceof DynamicConstantDesc<?> dynamic) {
      checkBootstrap(dynamic.bootstrapMethod(), dynamic.bootstrapArgsList());
    } else if (constant instanceof DirectMethodHandleDesc handle) {
      checkHandle(handle);
    }
  }

  private void checkHandle(DirectMethodHandleDesc handle) {
    ClassDesc owner = handle.owner();
    String name = handle.methodName();
    boolean isMethod = handle.lookupDescriptor().startsWith("(");
    MethodTypeDesc type = isMethod ? MethodTypeDesc.ofDescriptor(handle.lookupDescriptor()) : null;
    if (type == null) {
      add("has a handle of the field " + name + ": use a lambda");
      return;
    }
    boolean isOwn = implementation.isThis(owner) && implementation.method(name, type) != null;
    if (isOwn && (implementation.isFactory || !name.equals(INIT_NAME))) {
      implementation.handles.add(name + type.descriptorString());
      addCalled(name, type);
      return;
    }
    checkOthersType(owner, name, type);
    Opcode use =
        switch (handle.refKind()) {
          case MethodHandleInfo.REF_invokeStatic -> Opcode.INVOKESTATIC;
          case MethodHandleInfo.REF_invokeSpecial -> Opcode.INVOKESPECIAL;
          default -> Opcode.INVOKEVIRTUAL;
        };
    if (use == Opcode.INVOKESPECIAL
        || implementation.members.access(Member.of(use, owner, name, type)) != Access.DIRECT) {
      add(
          "refers to "
              + owner.displayName()
              + "::"
              + (name.equals(INIT_NAME) ? "new" : name)
              + ", to which copies have no access: use a lambda");
    }
  }

  private void checkCall(InvokeInstruction call) {
    ClassDesc owner = call.owner().asSymbol();
    String name = call.name().stringValue();
    MethodTypeDesc type = call.typeSymbol();
    boolean isOwn = implementation.isThis(owner) && implementation.method(name, type) != null;
    if (isOwn) {
      addCalled(name, type);
    } else if (call.opcode() == Opcode.INVOKESPECIAL && !name.equals(INIT_NAME)) {
      isGeneral |= implementation.isFactory; // Copies have another superclass.
    }
    if (!implementation.isFactory || !implementation.isThis(owner)) {
      checkOthersType(owner, name, type);
      checkAccess(Member.of(call));
    }
    if (implementation.isFactory
        && name.equals("getClass")
        && type.descriptorString().equals("()Ljava/lang/Class;")) {
      add("calls getClass, and objects are of several copies: compare with instanceof");
    }
  }

  private void checkAccess(Member member) {
    Access access = implementation.members.access(member);
    if (access == Access.HANDLE && member.use() == Opcode.NEW) {
      implementation.createdByHandle.add(member.owner());
    }
    boolean isOfSuper = // Copies have it too.
        implementation.isFactory
            && (member.use() == Opcode.INVOKESPECIAL || member.owner().equals(superclass()));
    if (access == Access.NONE && !isOfSuper) {
      add(
          "uses "
              + member.owner().displayName()
              + "."
              + member.name()
              + ", which depends on its caller: use it in a method without a parameter of "
              + DecidingTypes.NAME);
    }
  }

  private void checkOthersType(ClassDesc owner, String name, MethodTypeDesc type) {
    if (implementation.isFactory && ownType.isIn(type)) {
      add(
          "calls "
              + owner.displayName()
              + "."
              + name
              + " with the class itself in its type, as inner classes have it: use an interface, a"
              + " lambda or a static nested class");
    }
  }

  private void checkField(FieldInstruction access) {
    String name = access.name().stringValue();
    ClassDesc owner = access.owner().asSymbol();
    boolean isOwn = implementation.isThis(owner);
    boolean isOfObject = isOwn && isOfObject(implementation.field(name));
    if (implementation.isFactory && ownType.isIn(access.typeSymbol()) && !isOfObject) {
      add("uses the field " + name + ", which has an object of the class itself: use an interface");
      return;
    }
    if (!implementation.isFactory || !isOfObject) {
      checkAccess(Member.of(access));
    }
    if (access.opcode() != Opcode.GETSTATIC) {
      return;
    }
    Field declared = declared(isOwn ? implementation.original : nestMate(owner), name);
    if (declared == null) {
      if (isOwn && implementation.field(name) != null) {
        add("reads the field " + name + ", which the class that was loaded does not have");
      }
    } else if (Modifier.isPrivate(declared.getModifiers())
        && Modifier.isFinal(declared.getModifiers())) {
      implementation.constants.put(implementation.constantName(owner, name), declared);
    }
  }

  private static boolean isOfObject(@Nullable FieldModel field) {
    return field != null && !field.flags().has(AccessFlag.STATIC);
  }

  private static @Nullable Field declared(@Nullable Class<?> owner, String name) {
    try {
      return owner == null ? null : owner.getDeclaredField(name);
    } catch (NoSuchFieldException | LinkageError missing) {
      return null;
    }
  }

  private @Nullable Class<?> nestMate(ClassDesc owner) {
    for (Class<?> mate : implementation.original.getNestMembers()) {
      if (mate.descriptorString().equals(owner.descriptorString())) {
        return mate;
      }
    }
    return null;
  }
}
