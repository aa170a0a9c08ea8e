// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/// Opens packages of named modules to this one, each when a field of it is first reached.
final class Packages {
  private static final Set<String> OPENED = new ConcurrentSkipListSet<>();
  private static volatile @Nullable Instrumentation instrumentation;

  private Packages() {}

  static void openBy(Instrumentation instrument) {
    instrumentation = instrument;
  }

  /// Opens the package of a class.
  ///
  /// @throws RefusedAccessException if it is not open and there is no agent to open it
  static void open(Class<?> type) {
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
    OPENED.add(module.getName() + "/" + name);
  }

  /// {@return the packages that were opened, as `module/package`}
  static Set<String> opened() {
    return OPENED;
  }
}
