// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import dev.ashlar.unsafe.agent.Agent;
import dev.ashlar.unsafe.agent.rewrite.Bootstrap;
import dev.ashlar.unsafe.agent.rewrite.Transformer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ModuleDesc;
import java.lang.constant.PackageDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The jar that rewritten classes need: the class that links their calls, with all classes that it
/// uses.
final class RuntimeJar {
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private RuntimeJar() {}

  static void write(Path jar) throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    add(Bootstrap.LINKAGE.replace('.', '/'), classes);
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream out = new ZipOutputStream(file)) {
      byte[] manifest = "Manifest-Version: 1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8);
      entry(out, "META-INF/MANIFEST.MF", manifest);
      entry(out, "module-info.class", module());
      for (Map.Entry<String, byte[]> type : classes.entrySet()) {
        entry(out, type.getKey() + ".class", type.getValue());
      }
    }
  }

  private static void entry(ZipOutputStream out, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }

  private static void add(String type, Map<String, byte[]> classes) throws IOException {
    if (!type.startsWith(Transformer.OWN) || classes.containsKey(type)) {
      return;
    }
    byte[] bytes;
    try (InputStream in = RuntimeJar.class.getResourceAsStream("/" + type + ".class")) {
      if (in == null) {
        throw new IOException("the class " + type + " is not there");
      }
      bytes = in.readAllBytes();
    }
    classes.put(type, bytes);
    for (var entry : ClassFile.of().parse(bytes).constantPool()) {
      if (entry instanceof ClassEntry named) {
        add(named.asInternalName(), classes);
      }
    }
  }

  private static byte[] module() {
    String name = Agent.class.getPackageName();
    return ClassFile.of()
        .buildModule(
            ModuleAttribute.of(
                ModuleDesc.of(name),
                module -> {
                  module.requires(ModuleDesc.of("java.base"), ClassFile.ACC_MANDATED, null);
                  module.requires(ModuleDesc.of("java.instrument"), 0, null);
                  module.requires(ModuleDesc.of("jdk.jfr"), ClassFile.ACC_STATIC_PHASE, null);
                  module.requires(ModuleDesc.of("jdk.unsupported"), 0, null);
                  module.exports(PackageDesc.of(name), 0);
                }));
  }
}
