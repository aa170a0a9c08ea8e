// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static java.lang.classfile.ClassFile.ACC_FINAL;

import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.util.function.Consumer;

/// Writes a class for a record, and has its constants.
///
/// One method writes the code of all methods, by their names. With a lambda for each method, the
/// JDK would generate more classes for lambdas than a program's first table needs. For the same
/// reason generators avoid streams, type patterns in a switch, and `CodeBuilder.trying`.
public abstract class ClassGenerator implements Consumer<ClassBuilder> {
  final ClassDesc self;
  final Schema schema;
  final Constants constants;

  ClassGenerator(ClassDesc self, Schema schema) {
    this.self = self;
    this.schema = schema;
    this.constants = new Constants(self, schema);
  }

  public final byte[] classFile() {
    return ClassFile.of().build(self, this);
  }

  /// Writes the class and [defines][GeneratedClass#define] it.
  public final Lookup define(Lookup user, String folderProperty, ClassOption... options) {
    byte[] classFile = classFile(); // Before its constants are known.
    return GeneratedClass.define(user, self, classFile, constants.data(), folderProperty, options);
  }

  @Override
  public final void accept(ClassBuilder type) {
    type.withFlags(ACC_FINAL);
    type.with(SourceFileAttribute.of(schema.type().getSimpleName()));
    write(type);
    constants.write(type);
  }

  /// Adds what the class extends, its fields and its methods.
  abstract void write(ClassBuilder type);

  /// Writes the code of a method.
  ///
  /// @param number which one, if several methods have code of this name
  abstract void write(CodeBuilder code, String method, int number);

  /// Adds a method that has code of its name.
  final void method(ClassBuilder type, String name, MethodTypeDesc shape, int flags) {
    method(type, name, shape, flags, name, 0);
  }

  final void method(
      ClassBuilder type, String name, MethodTypeDesc shape, int flags, String code, int number) {
    type.withMethodBody(name, shape, flags, new Body(this, code, number));
  }

  private record Body(ClassGenerator generator, String method, int number)
      implements Consumer<CodeBuilder> {
    @Override
    public void accept(CodeBuilder code) {
      generator.write(code, method, number);
    }
  }
}
