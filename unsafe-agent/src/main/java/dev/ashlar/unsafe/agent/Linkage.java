// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import dev.ashlar.unsafe.agent.rewrite.Bootstrap;
import dev.ashlar.unsafe.agent.runtime.Replacements;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.function.Function;

/// Links the calls of rewritten classes, and the methods of Unsafe itself. Classes of all loaders
/// and modules reach it by reflection: as an instance of a type of `java.base`, which class files
/// of all versions can name.
public final class Linkage implements Function<Object[], CallSite> {
  /// Called by reflection.
  public Linkage() {}

  /// Links a call.
  ///
  /// @param arguments the lookup of the class that contains the call; then the name of the method
  ///   of Unsafe, of a redirected method of reflection, or of a system property, if the type has no
  ///   parameters; then the type of the method, with its owner as the first parameter. If the owner
  ///   is Unsafe, that argument is ignored
  @Override
  public CallSite apply(Object[] arguments) {
    Lookup caller = (Lookup) arguments[0];
    String name = (String) arguments[1];
    MethodType type = (MethodType) arguments[2];
    return name.startsWith(Bootstrap.LATER)
        ? new Later(caller, name.substring(Bootstrap.LATER.length()), type)
        : Replacements.link(caller, name, type);
  }

  /// A call site that links when it is called first.
  static final class Later extends MutableCallSite {
    private final Lookup caller;
    private final String name;

    Later(Lookup caller, String name, MethodType type) {
      super(type);
      this.caller = caller;
      this.name = name;
      try {
        MethodHandle link =
            MethodHandles.lookup()
                .findVirtual(Later.class, "link", MethodType.methodType(MethodHandle.class))
                .bindTo(this);
        setTarget(MethodHandles.foldArguments(MethodHandles.exactInvoker(type), link));
      } catch (NoSuchMethodException | IllegalAccessException e) {
        throw new LinkageError(e.getMessage(), e);
      }
    }

    /// No lock is held while it links: of two threads, the target of one is lost.
    MethodHandle link() {
      MethodHandle linked = Replacements.link(caller, name, type()).dynamicInvoker();
      setTarget(linked);
      return linked;
    }
  }

  /// Finds the replacement of a method of Unsafe, for calls that reach Unsafe itself.
  ///
  /// @param type the type of the method, with Unsafe as the first parameter
  public static MethodHandle handle(String name, MethodType type) {
    return Replacements.delegate(name, type);
  }
}
