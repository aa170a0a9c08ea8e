// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_VarHandle;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;

/// Decides which members a copy uses through handles, which are found with the access of the
/// original.
///
/// The JVM is the judge: a lookup has the access that a copy has, which is that of another class in
/// the package. It fails for members that are private or protected. Any lookup fails for methods
/// that depend on their caller, such as `MethodHandles.lookup()`.
final class Members {
  private final Lookup lookup;

  /// Has the access of a copy.
  private final Lookup ofCopy;

  /// Whether copies extend the superclass of the original, and have its protected members.
  private final boolean hasProtected;

  private final Map<String, Access> known = new HashMap<>();

  enum Access {
    /// By the original's instruction. A member that does not exist fails where it fails in the
    /// original.
    DIRECT,
    HANDLE,

    /// Not at all: the member depends on the class that uses it.
    NONE
  }

  /// A use of a member.
  ///
  /// @param type of the call site that can stand for the instruction: the receiver comes first. A
  ///   constructor gets the two references that `new` and `dup` leave.
  record Member(Opcode use, ClassDesc owner, String name, MethodTypeDesc type) {
    static Member of(FieldInstruction access) {
      ClassDesc owner = access.owner().asSymbol();
      ClassDesc type = access.typeSymbol();
      MethodTypeDesc site =
          switch (access.opcode()) {
            case GETFIELD -> MethodTypeDesc.of(type, owner);
            case GETSTATIC -> MethodTypeDesc.of(type);
            case PUTFIELD -> MethodTypeDesc.of(CD_void, owner, type);
            default -> MethodTypeDesc.of(CD_void, type);
          };
      return new Member(access.opcode(), owner, access.name().stringValue(), site);
    }

    static Member of(InvokeInstruction call) {
      return of(
          call.opcode(), call.owner().asSymbol(), call.name().stringValue(), call.typeSymbol());
    }

    static Member of(Opcode use, ClassDesc owner, String name, MethodTypeDesc type) {
      if (name.equals(INIT_NAME)) {
        MethodTypeDesc site = type.changeReturnType(owner);
        return new Member(
            Opcode.NEW, owner, "new", site.insertParameterTypes(0, CD_Object, CD_Object));
      }
      boolean isStatic = use == Opcode.INVOKESTATIC;
      return new Member(use, owner, name, isStatic ? type : type.insertParameterTypes(0, owner));
    }

    private String key() {
      return use.name() + owner.descriptorString() + name + type.descriptorString();
    }
  }

  /// @param hasProtected whether copies extend the superclass of the original
  Members(Lookup lookup, boolean hasProtected) {
    this.lookup = lookup;
    this.ofCopy = lookup.dropLookupMode(Lookup.PRIVATE);
    this.hasProtected = hasProtected;
  }

  /// How a copy uses the member.
  Access access(Member member) {
    String key = member.key(); // Hashing a record would link its method first.
    Access access = known.get(key);
    if (access == null) {
      access = isDirect(member) ? Access.DIRECT : find(member);
      known.put(key, access);
    }
    return access;
  }

  private Access find(Member member) {
    try {
      Class<?> owner = member.owner.resolveConstantDesc(lookup);
      MethodType type = member.type.resolveConstantDesc(lookup);
      try {
        find(ofCopy, member.use, owner, member.name, type);
        return Access.DIRECT;
      } catch (IllegalAccessException refused) {
        MethodHandle found = find(lookup, member.use, owner, member.name, type);
        boolean isInherited =
            hasProtected
                && member.use != Opcode.NEW
                && Modifier.isProtected(lookup.revealDirect(found).getModifiers());
        return isInherited ? Access.DIRECT : Access.HANDLE;
      }
    } catch (IllegalAccessException refused) {
      return Access.NONE;
    } catch (ReflectiveOperationException | LinkageError | RuntimeException missing) {
      return Access.DIRECT;
    }
  }

  /// Whether the use is the same from any class of the module: handles are invoked with any type,
  /// and native access is granted to modules.
  private static boolean isDirect(Member member) {
    ClassDesc owner = member.owner;
    return owner.equals(CD_MethodHandle)
        || owner.equals(CD_VarHandle)
        || owner.packageName().equals(MemorySegment.class.getPackageName());
  }

  /// Returns a handle for the use of a member. Its receiver may be of a subclass of that in the
  /// type.
  ///
  /// @param type see [Member]
  static MethodHandle find(Lookup lookup, Opcode use, Class<?> owner, String name, MethodType type)
      throws ReflectiveOperationException {
    return switch (use) {
      case GETFIELD -> lookup.findGetter(owner, name, type.returnType());
      case PUTFIELD -> lookup.findSetter(owner, name, type.lastParameterType());
      case GETSTATIC -> lookup.findStaticGetter(owner, name, type.returnType());
      case PUTSTATIC -> lookup.findStaticSetter(owner, name, type.lastParameterType());
      case INVOKESTATIC -> lookup.findStatic(owner, name, type);
      case INVOKESPECIAL ->
          lookup.findSpecial(owner, name, type.dropParameterTypes(0, 1), lookup.lookupClass());
      case NEW -> {
        MethodType constructor = type.dropParameterTypes(0, 2).changeReturnType(void.class);
        yield MethodHandles.dropArguments(
            lookup.findConstructor(owner, constructor), 0, Object.class, Object.class);
      }
      default -> lookup.findVirtual(owner, name, type.dropParameterTypes(0, 1));
    };
  }
}
