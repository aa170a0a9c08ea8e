// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.util.Objects.requireNonNull;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes a class with one static method, which compares the classes of its arguments with those
/// that copies are for, and calls the copy. The compiler knows the classes behind the comparisons.
///
/// ```
/// if (source.getClass() == $kind0 && target.getClass() == $kind1) {
///   return Lz4$$OfByte_Native.decode(codec, source, target);
/// }
/// Object[] arguments = {source, target};
/// return (int) Support.link($site, arguments, arguments).invokeExact(codec, source, target);
/// ```
///
/// If the receiver may be another object than that of the implementation, its class is compared
/// first. The original is called if there is no copy. The class is a nest mate, with access to it.
///
/// For objects with state, the code calls a constructor instead. If the fields of the new object
/// are not of the kinds that the copy is for, an object of the copy for all kinds is made instead.
/// The linking gets the fields of such an object.
final class DispatchClass implements Consumer<ClassBuilder> {
  private final ClassDesc name;
  private final DispatchSite site;
  private final MethodTypeDesc type;
  private final List<DispatchSite.Link> links;

  private final boolean isOpen;
  private final Implementation implementation;
  private final @Nullable Copy others;
  private final SupportCode support;

  /// The static final fields.
  private final List<String> names = new ArrayList<>();

  private final List<ClassDesc> types = new ArrayList<>();
  private final List<Object> values = new ArrayList<>();

  /// @param isOpen whether further copies are linked
  /// @param others a factory's copy for all kinds
  DispatchClass(
      ClassDesc name,
      DispatchSite site,
      List<DispatchSite.Link> links,
      boolean isOpen,
      Implementation implementation,
      @Nullable Copy others,
      SupportCode support) {
    this.name = name;
    this.site = site;
    this.type = MethodTypeDesc.ofDescriptor(site.type().descriptorString());
    this.links = links;
    this.isOpen = isOpen;
    this.implementation = implementation;
    this.others = others;
    this.support = support;
  }

  byte[] classFile() {
    return ClassFile.of().build(name, this);
  }

  /// The values of the static final fields.
  List<@Nullable Object> values() {
    return new ArrayList<>(values);
  }

  /// Returns the name of the field that has the value.
  private String constant(ClassDesc constantType, Object value) {
    int known = values.indexOf(value);
    if (known < 0) {
      known = values.size();
      names.add("$" + known);
      types.add(constantType);
      values.add(value);
    }
    return names.get(known);
  }

  @Override
  public void accept(ClassBuilder out) {
    out.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
    out.withMethodBody(site.method(), type, ClassFile.ACC_STATIC, new Code());
    support.withConstants(out, name, names, types);
  }

  private final class Code implements Consumer<CodeBuilder> {
    @Override
    public void accept(CodeBuilder to) {
      if (site.hasOtherObjects()) {
        Label isKnown = to.newLabel();
        to.aload(0)
            .invokevirtual(CD_Object, "getClass", MethodTypeDesc.of(CD_Class))
            .ldc(implementation.name)
            .if_acmpeq(isKnown);
        create(to, null);
        to.return_(TypeKind.from(type.returnType())).labelBinding(isKnown);
      }
      for (DispatchSite.Link link : links) {
        Label next = to.newLabel();
        test(to, link.classes(), next);
        Copy copy = link.copy();
        create(to, copy);
        if (copy != null
            && copy.kinds() != Kinds.OTHERS
            && site.target() == DispatchSite.Target.CONSTRUCTOR) {
          int object = to.allocateLocal(TypeKind.REFERENCE);
          to.astore(object);
          Label isOther = to.newLabel();
          testFields(to, object, copy, isOther);
          to.aload(object).areturn().labelBinding(isOther);
          create(to, others);
        }
        to.return_(TypeKind.from(type.returnType()));
        to.labelBinding(next);
      }
      if (isOpen) {
        link(to);
      } else {
        create(to, others);
      }
      to.return_(TypeKind.from(type.returnType()));
    }

    private void test(CodeBuilder to, List<@Nullable Class<?>> classes, Label otherwise) {
      List<Integer> slots = deciding(to);
      for (int i = 0; i < slots.size(); i++) {
        Class<?> kind = classes.get(i);
        to.aload(slots.get(i));
        if (kind == null) {
          to.ifnonnull(otherwise);
        } else {
          to.ifnull(otherwise)
              .aload(slots.get(i))
              .invokevirtual(CD_Object, "getClass", MethodTypeDesc.of(CD_Class))
              .getstatic(name, constant(CD_Class, kind), CD_Class)
              .if_acmpne(otherwise);
        }
      }
    }

    private void testFields(CodeBuilder to, int object, Copy copy, Label otherwise) {
      int index = 0;
      for (Map.Entry<String, ClassDesc> field : copy.fields().entrySet()) {
        Class<?> kind = copy.kinds().classes().get(index++);
        if (kind != null) {
          to.getstatic(name, constant(CD_Class, kind), CD_Class)
              .aload(object)
              .getfield(copy.name(), field.getKey(), field.getValue())
              .invokevirtual(CD_Class, "isInstance", MethodTypeDesc.of(CD_boolean, CD_Object))
              .ifeq(otherwise);
        }
      }
    }

    /// Leaves the result of the call on the stack, or the new object.
    ///
    /// @param copy null for the original
    private void create(CodeBuilder to, @Nullable Copy copy) {
      if (site.target() == DispatchSite.Target.CONSTRUCTOR) {
        ClassDesc owner = requireNonNull(copy).name();
        to.new_(owner).dup();
        ClassCopy.loadParameters(to, type);
        to.invokespecial(owner, INIT_NAME, type.changeReturnType(CD_void));
        return;
      }
      ClassCopy.loadParameters(to, type);
      if (copy != null) {
        to.invokestatic(copy.name(), site.body(), type);
      } else if (site.target() == DispatchSite.Target.STATIC) {
        to.invokestatic(implementation.name, site.method(), type);
      } else {
        to.invokevirtual(implementation.name, site.method(), type.dropParameterTypes(0, 1));
      }
    }

    /// Links a further copy, and calls again.
    private void link(CodeBuilder to) {
      int arguments = to.allocateLocal(TypeKind.REFERENCE);
      List<Integer> slots = deciding(to);
      newArray(to, slots.size());
      for (int i = 0; i < slots.size(); i++) {
        to.dup().loadConstant(i).aload(slots.get(i)).aastore();
      }
      to.astore(arguments);
      to.getstatic(name, constant(CD_Object, site), CD_Object).aload(arguments);
      if (site.target() == DispatchSite.Target.CONSTRUCTOR) {
        int object = to.allocateLocal(TypeKind.REFERENCE);
        Copy probe = requireNonNull(others);
        create(to, probe);
        to.astore(object);
        newArray(to, probe.fields().size());
        int index = 0;
        for (Map.Entry<String, ClassDesc> field : probe.fields().entrySet()) {
          to.dup()
              .loadConstant(index++)
              .aload(object)
              .getfield(probe.name(), field.getKey(), field.getValue())
              .aastore();
        }
      } else {
        to.aload(arguments);
      }
      ClassDesc array = CD_Object.arrayType();
      to.invokestatic(
          support.type(), "link", MethodTypeDesc.of(CD_MethodHandle, CD_Object, array, array));
      ClassCopy.loadParameters(to, type);
      to.invokevirtual(CD_MethodHandle, "invokeExact", type);
    }

    private static void newArray(CodeBuilder to, int length) {
      to.loadConstant(length).anewarray(CD_Object);
    }

    /// The slots of the parameters that decide.
    private List<Integer> deciding(CodeBuilder to) {
      List<Integer> slots = new ArrayList<>();
      for (int i = 0; i < type.parameterCount(); i++) {
        if (implementation.deciding.includes(type.parameterType(i))) {
          slots.add(to.parameterSlot(i));
        }
      }
      return slots;
    }
  }
}
