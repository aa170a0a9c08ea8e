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
  static void open(Class<?> type) {
    Module module = type.getModule();
    Module own = Packages.class.getModule();
    String name = type.getPackageName();
    Instrumentation instrument = instrumentation;
    if (module.isOpen(name, own) || instrument == null) {
      return;
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
