// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The constants of a generated class: static final fields, which the initializer sets to the class
/// data. Only the class itself can read its class data. There are no dynamic constants: for the
/// first one, the JDK generates classes to call its bootstrap method.
final class Constants implements Consumer<CodeBuilder> {
  private static final ClassDesc HANDLES = desc(MethodHandles.class);
  private static final ClassDesc LIST = desc(List.class);
  private static final MethodTypeDesc LOOKUP = MethodTypeDesc.of(CD_MethodHandles_Lookup);
  private static final MethodTypeDesc CLASS_DATA =
      MethodTypeDesc.of(CD_Object, CD_MethodHandles_Lookup, CD_String, CD_Class);
  private static final MethodTypeDesc GET = MethodTypeDesc.of(CD_Object, CD_int);

  private final ClassDesc self;
  private final Schema schema;
  private final List<Object> data = new ArrayList<>();
  private final List<ClassDesc> types = new ArrayList<>();
  private final IdentityHashMap<Object, Integer> places = new IdentityHashMap<>();

  private final Object[] @Nullable [] enums;
  private final @Nullable MethodHandle[] ordinals;

  Constants(ClassDesc self, Schema schema) {
    this.self = self;
    this.schema = schema;
    int fields = schema.fields().size();
    this.enums = new Object[fields][];
    this.ordinals = new MethodHandle[fields];
  }

  /// The class data.
  List<Object> data() {
    return List.copyOf(data);
  }

  /// Puts an object on the stack. Its class need not be exported.
  void load(CodeBuilder code, Object constant) {
    Integer place = places.get(constant);
    if (place == null) {
      place = data.size();
      places.put(constant, place);
      data.add(constant);
      types.add(type(constant));
    }
    code.getstatic(self, name(place), types.get(place));
  }

  private static ClassDesc type(Object constant) {
    if (constant instanceof MethodHandle) {
      return CD_MethodHandle;
    }
    if (constant instanceof Class<?>) {
      return CD_Class;
    }
    if (constant instanceof MutableCallSite) {
      return desc(MutableCallSite.class);
    }
    return constant instanceof Object[] ? CD_Object.arrayType() : CD_Object;
  }

  private static String name(int place) {
    return "constant" + place;
  }

  /// Puts the codec of a field on the stack.
  void loadCodec(CodeBuilder code, Field field) {
    load(code, Objects.requireNonNull(schema.codec(field)));
  }

  /// Puts the constants of an enum on the stack, and [Field#ordinals].
  void loadEnum(CodeBuilder code, Field field) {
    loadEnumConstants(code, field);
    MethodHandle ordinal = ordinals[field.index()];
    if (ordinal == null) {
      ordinal = field.ordinals();
      ordinals[field.index()] = ordinal;
    }
    load(code, ordinal);
  }

  void loadEnumConstants(CodeBuilder code, Field field) {
    Object[] constants = enums[field.index()];
    if (constants == null) {
      constants = field.constants().toArray();
      enums[field.index()] = constants;
    }
    load(code, constants);
  }

  /// Adds the fields, when all constants have been loaded, and the initializer.
  void write(ClassBuilder type) {
    for (int i = 0; i < types.size(); i++) {
      type.withField(name(i), types.get(i), ACC_PRIVATE | ACC_STATIC | ACC_FINAL);
    }
    type.withMethodBody(CLASS_INIT_NAME, MTD_void, ACC_STATIC, this);
  }

  /// Writes the initializer.
  @Override
  public void accept(CodeBuilder code) {
    code.invokestatic(HANDLES, "lookup", LOOKUP).ldc(DEFAULT_NAME).loadConstant(LIST);
    code.invokestatic(HANDLES, "classData", CLASS_DATA).checkcast(LIST).astore(0);
    for (int i = 0; i < types.size(); i++) {
      code.aload(0).loadConstant(i).invokeinterface(LIST, "get", GET);
      code.checkcast(types.get(i)).putstatic(self, name(i), types.get(i));
    }
    code.return_();
  }
}
