// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import dev.ashlar.unsafe.agent.memory.NativeMemory;
import dev.ashlar.unsafe.agent.rewrite.Names;
import dev.ashlar.unsafe.agent.rewrite.Rewriter;
import dev.ashlar.unsafe.agent.runtime.Access;
import dev.ashlar.unsafe.agent.runtime.Elements;
import dev.ashlar.unsafe.agent.runtime.Shapes;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Loads the classes that rewriting and linking use before the first class of the program is
/// loaded. Loading one of them later, during the loading of another class, may cause a circularity.
final class Preloading {
  private Preloading() {}

  static void run() {
    ClassDesc unsafe = ClassDesc.of(Elements.UNSAFE);
    MethodTypeDesc type =
        MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object, ConstantDescs.CD_long);
    byte[] sample =
        ClassFile.of()
            .build(
                ClassDesc.of("Sample"),
                builder ->
                    builder.withMethodBody(
                        "sample",
                        type.insertParameterTypes(0, unsafe),
                        ClassFile.ACC_STATIC,
                        code ->
                            code.aload(0)
                                .aload(1)
                                .lload(2)
                                .invokevirtual(unsafe, "getInt", type)
                                .ireturn()));
    Rewriter rewriter = new Rewriter(sample);
    if (!Names.of(sample).hasUnsafe()
        || rewriter.replaced() != 1
        || !rewriter.left().isEmpty()
        || rewriter.rewrite().length <= sample.length) {
      throw new IllegalStateException("a call in a sample was not replaced");
    }
  }

  /// Loads what links beside the start of the program, and with it Unsafe, which the transformer
  /// has to see.
  static void startLinking() {
    Thread linking = new Thread(Preloading::link, "ashlar-unsafe-agent");
    linking.setDaemon(true);
    linking.start();
  }

  private static void link() {
    NativeMemory.free(NativeMemory.allocate(1));
    Shapes.any(Access.ALL.getFirst());
  }
}
