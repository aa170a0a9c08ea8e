package dev.ashlar.table;

import static dev.ashlar.table.Names.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.DeferredInlining;
import dev.ashlar.table.internal.DirectAccess;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Methods of a generated class that read or write one field, and are [inlined
/// late][DeferredInlining]: one for each way to say where the field is and each carrier. Their
/// calls are short, so that the method that makes a wide record is not too long to be inlined.
enum DeferredCode {
  /// By the address of a row, and the field's offset in it.
  ROW(List.of(CD_long, CD_int)),

  /// By the addresses of all columns, the row, and the field's index.
  COLUMN(List.of(CD_long.arrayType(), CD_int, CD_int)),

  /// By the field's access, a chunk, its kind, and the row.
  ANY(List.of(AccessCode.ACCESS, AccessCode.CHUNK, CD_int, CD_int));

  private static final ClassDesc DEFERRED = desc(DeferredInlining.class);

  @SuppressWarnings("ImmutableEnumChecker") // A list of List.of.
  private final List<ClassDesc> parameters;

  DeferredCode(List<ClassDesc> parameters) {
    this.parameters = parameters;
  }

  private String method(Carrier carrier, boolean reads) {
    return (reads ? "get" : "set")
        + carrier.suffix()
        + "Of"
        + name().charAt(0)
        + name().substring(1).toLowerCase(Locale.ROOT);
  }

  private MethodTypeDesc shape(Carrier carrier, boolean reads) {
    ClassDesc value = desc(carrier.type());
    if (reads) {
      return MethodTypeDesc.of(value, parameters);
    }
    List<ClassDesc> all = new ArrayList<>(parameters);
    all.add(value);
    return MethodTypeDesc.of(CD_void, all);
  }

  /// Calls the method of class `self`; what it takes is on the stack.
  void invoke(CodeBuilder code, ClassDesc self, Carrier carrier, boolean reads) {
    code.invokestatic(self, method(carrier, reads), shape(carrier, reads));
  }

  /// Calls both methods of a carrier.
  ///
  /// @param loadPlace puts on the stack where the field is
  void link(CodeBuilder code, ClassDesc self, Carrier carrier, Runnable loadPlace) {
    loadPlace.run();
    loadPlace.run();
    invoke(code, self, carrier, true);
    invoke(code, self, carrier, false);
  }

  /// What [#write] finds in the class data.
  MethodHandle handle(Carrier carrier, boolean reads) {
    if (this == ANY) {
      return AccessCode.handle(carrier, reads);
    }
    Class<?> value = carrier.type();
    return Members.find(() ->
        reads
            ? MethodHandles.lookup()
                .findStatic(
                    DirectAccess.class,
                    "get" + carrier.suffix(),
                    MethodType.methodType(value, long.class))
            : MethodHandles.lookup()
                .findStatic(
                    DirectAccess.class,
                    "set" + carrier.suffix(),
                    MethodType.methodType(void.class, long.class, value)));
  }

  /// Adds the method to a class.
  ///
  /// @param handle where its [#handle] is in the class data
  void write(ClassBuilder type, Carrier carrier, boolean reads, int handle) {
    type.withMethodBody(
        method(carrier, reads),
        shape(carrier, reads),
        ACC_PRIVATE | ACC_STATIC,
        code -> write(code, carrier, reads, handle));
  }

  private void write(CodeBuilder code, Carrier carrier, boolean reads, int handle) {
    boolean row = this == ROW;
    ClassDesc compared = row ? CD_long : CD_int;
    int local = row ? 0 : this == COLUMN ? 1 : 3;
    code.loadLocal(TypeKind.from(compared), local);
    code.invokestatic(DEFERRED, "require", MethodTypeDesc.of(CD_void, compared));
    code.loadLocal(TypeKind.from(compared), local);
    Names.constant(code, CD_MethodHandle, handle);
    code.invokestatic(
        DEFERRED, "defer", MethodTypeDesc.of(CD_MethodHandle, compared, CD_MethodHandle));
    switch (this) {
      case ROW -> code.lload(0).iload(2).i2l().ladd();
      case COLUMN -> {
        code.aload(0).iload(2).laload().iload(1).i2l();
        code.loadConstant(Integer.numberOfTrailingZeros(carrier.byteSize())).lshl().ladd();
      }
      case ANY -> code.aload(0).aload(1).iload(2).iload(3);
    }
    if (!reads) {
      code.loadLocal(TypeKind.from(carrier.type()), this == ANY ? 4 : 3);
    }
    Names.invokeExact(code, handle(carrier, reads).type().describeConstable().orElseThrow());
    code.return_(reads ? TypeKind.from(carrier.type()) : TypeKind.VOID);
  }
}
