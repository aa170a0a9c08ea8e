// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Finds the packages of the JDK whose fields a class accesses through Unsafe. It looks for a class
/// constant that is followed by the name of a field of that class.
final class JdkFields {
  private static final String CLEANER = "invokeCleaner";

  private JdkFields() {}

  /// {@return the packages that are not open, as `module/package`}
  static Set<String> packages(ClassModel model) {
    Set<String> packages = new TreeSet<>();
    model.methods().forEach(method -> method.code().ifPresent(code -> look(code, packages)));
    return packages;
  }

  private static void look(CodeModel code, Set<String> packages) {
    ClassEntry last = null;
    for (CodeElement element : code) {
      if (element instanceof Instruction) {
        LoadableConstantEntry constant =
            element instanceof LoadConstantInstruction load ? load.constantEntry() : null;
        if (last != null && constant instanceof StringEntry name) {
          add(field(last.asInternalName().replace('/', '.'), name.stringValue()), packages);
        }
        if (isCleaner(element, constant)) {
          cleaner(packages);
        }
        last = constant instanceof ClassEntry type ? type : null;
      }
    }
  }

  /// Returns whether it calls the method, or names it for reflection.
  private static boolean isCleaner(CodeElement element, @Nullable LoadableConstantEntry constant) {
    return (element instanceof InvokeInstruction call && call.name().equalsString(CLEANER))
        || (constant instanceof StringEntry name && name.stringValue().equals(CLEANER));
  }

  private static @Nullable Member field(String type, String name) {
    try {
      return Class.forName(type, false, ClassLoader.getPlatformClassLoader())
          .getDeclaredField(name);
    } catch (ReflectiveOperationException | LinkageError e) {
      return null;
    }
  }

  /// Adds the packages that [Buffers] reaches.
  private static void cleaner(Set<String> packages) {
    Class<?> buffer = ByteBuffer.allocateDirect(1).getClass();
    try {
      add(buffer.getDeclaredMethod("attachment"), packages);
      add(buffer.getDeclaredMethod("cleaner").getReturnType().getMethod("clean"), packages);
    } catch (NoSuchMethodException e) {
      // It is named when it is called.
      return;
    }
  }

  private static void add(@Nullable Member member, Set<String> packages) {
    if (member == null) {
      return;
    }
    Class<?> type = member.getDeclaringClass();
    Module module = type.getModule();
    String name = type.getPackageName();
    boolean isPublic = Modifier.isPublic(member.getModifiers() & type.getModifiers());
    if (module.isNamed() && !module.isOpen(name) && !(isPublic && module.isExported(name))) {
      packages.add(module.getName() + "/" + name);
    }
  }
}
