// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/// Opens a package of a named module to this module when a field in it is first reached.
public final class Packages {
  private static final Set<String> OPENED = new ConcurrentSkipListSet<>();
  private static volatile @Nullable Instrumentation instrumentation;

  private Packages() {}

  public static void openBy(Instrumentation instrument) {
    instrumentation = instrument;
  }

  /// {@return whether a module is one of the JDK}
  public static boolean isJdk(Module module) {
    String name = module.getName();
    return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
  }

  /// Opens the package of a class.
  ///
  /// @throws RefusedAccessException if the package is not open and no agent can open it
  public static void open(Class<?> type) {
    Module module = type.getModule();
    Module own = Packages.class.getModule();
    String name = type.getPackageName();
    Instrumentation instrument = instrumentation;
    own.addReads(module);
    if (module.isOpen(name, own)) {
      return;
    }
    if (instrument == null) {
      String to = own.isNamed() ? own.getName() : "ALL-UNNAMED";
      throw new RefusedAccessException(
          "fields of %s are reached: start Java with --add-opens %s/%s=%s"
              .formatted(type.getName(), module.getName(), name, to));
    }
    instrument.redefineModule(
        module, Set.of(), Map.of(), Map.of(name, Set.of(own)), Set.of(), Map.of());
    if (isJdk(module)) {
      OPENED.add(module.getName() + "/" + name);
    }
  }

  /// Opens the module of a class that was rewritten ahead of time. Only code of the module may do
  /// so, so this uses the lookup of the class.
  static void openAll(Lookup caller) {
    Module module = caller.lookupClass().getModule();
    Module own = Packages.class.getModule();
    if (instrumentation != null || module.isOpen(caller.lookupClass().getPackageName(), own)) {
      return;
    }
    try {
      MethodHandle open =
          caller.findVirtual(
              Module.class,
              "addOpens",
              MethodType.methodType(Module.class, String.class, Module.class));
      for (String name : module.getPackages()) {
        open.invoke(module, name, own);
      }
    } catch (Throwable e) {
      throw new LinkageError(module + " cannot be opened", e);
    }
  }

  /// {@return the packages that were opened, as `module/package`}
  public static Set<String> opened() {
    return OPENED;
  }
}
