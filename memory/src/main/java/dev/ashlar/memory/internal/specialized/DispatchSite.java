// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The calls of one method, or constructor, from one copy. Its target is a method of a
/// [DispatchClass], which is replaced when arguments of other classes are met.
final class DispatchSite extends MutableCallSite {
  /// The combinations of classes that are compared before the original or the copy for all kinds is
  /// called.
  private static final int MAX_LINKS = 16;

  /// The kind of method that is called.
  enum Target {
    OBJECT,
    STATIC,
    CONSTRUCTOR
  }

  /// A copy, and the classes of the arguments that it is called for.
  ///
  /// @param copy null for the original
  record Link(List<@Nullable Class<?>> classes, @Nullable Copy copy) {}

  private final Family family;
  private final String method;
  private final String body;
  private final Target target;
  private List<Link> links = List.of();

  /// @param body the name of the method in the copies
  DispatchSite(Family family, String method, String body, MethodType type, Target target) {
    super(type);
    this.family = family;
    this.method = method;
    this.body = body;
    this.target = target;
    setTarget(family.dispatch(this, links, true));
  }

  String method() {
    return method;
  }

  String body() {
    return body;
  }

  Target target() {
    return target;
  }

  /// Whether the receiver may be null, or an object of a subclass.
  boolean hasOtherObjects() {
    return target == Target.OBJECT && family.hasOtherObjects();
  }

  /// Makes calls with arguments of such classes go to a copy for them. Without memory or stack for
  /// it, the next call tries again.
  ///
  /// @param arguments those of the call that decide
  /// @param known the objects whose classes the copy knows
  /// @return the new target
  MethodHandle link(@Nullable Object[] arguments, @Nullable Object[] known) {
    try {
      List<@Nullable Class<?>> classes = classes(arguments);
      synchronized (family) {
        for (Link link : links) {
          if (link.classes.equals(classes)) {
            return getTarget(); // Another thread was faster.
          }
        }
        List<Link> more = new ArrayList<>(links);
        List<@Nullable Class<?>> kinds = classes(known);
        boolean isConstructor = target == Target.CONSTRUCTOR;
        more.add(
            new Link(
                classes, family.copy(isConstructor ? Kinds.of(kinds) : Kinds.ofParameters(kinds))));
        MethodHandle extended = family.dispatch(this, more, more.size() < MAX_LINKS);
        links = more;
        setTarget(extended);
        return extended;
      }
    } catch (VirtualMachineError now) {
      return family.fallback(this);
    }
  }

  private static List<@Nullable Class<?>> classes(@Nullable Object[] objects) {
    List<@Nullable Class<?>> classes = new ArrayList<>();
    for (Object each : objects) {
      classes.add(each == null ? null : each.getClass());
    }
    return classes;
  }
}
