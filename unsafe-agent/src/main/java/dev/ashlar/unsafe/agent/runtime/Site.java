// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A call `unsafe.m(object, offset, ...)`. It has one branch for each of the first shapes that it
/// meets, in the order of meeting, so that C2 inlines the access to each. Further shapes share a
/// slower branch.
///
/// It links without a lock. If several threads link at the same time, the branch of one may be
/// lost; a later call then links again.
final class Site extends MutableCallSite {
  /// The number of shapes that have a branch of their own.
  private static final int MOST_SHAPES = 6;

  /// The method that each site calls before it knows a shape: `(Site, Unsafe, Object, long,
  /// values...)`.
  private static final AtomicReferenceArray<MethodHandle> LINKERS =
      new AtomicReferenceArray<>(Access.ALL.size());

  private static final MethodHandle LINK =
      Handles.own(
          Site.class, "link", methodType(MethodHandle.class, Site.class, Object.class, long.class));

  private final Access access;
  private final Use use;
  private final MethodHandle linker;
  private final AtomicBoolean overflown = new AtomicBoolean();
  private final AtomicReference<List<Shape>> shapes = new AtomicReference<>(List.of());

  /// @param type `(Unsafe, Object, long, values...)`
  Site(MethodType type, Access access, Use use) {
    super(type);
    this.access = access;
    this.use = use;
    linker = linker(access).bindTo(this);
    setTarget(linker);
  }

  private static MethodHandle linker(Access access) {
    MethodHandle known = LINKERS.get(access.index());
    if (known != null) {
      return known;
    }
    MethodHandle link = MethodHandles.dropArguments(LINK, 1, Elements.unsafeClass());
    MethodHandle invoker = MethodHandles.exactInvoker(access.callType());
    MethodHandle made =
        MethodHandles.foldArguments(MethodHandles.dropArguments(invoker, 1, Site.class), link);
    LINKERS.set(access.index(), made);
    return made;
  }

  static MethodHandle link(Site site, @Nullable Object object, long offset) {
    try {
      Shape shape = Shapes.of(object, offset);
      MethodHandle handle = shape.handle(site.access);
      site.add(shape);
      return handle;
    } catch (RefusedAccessException e) {
      throw Use.refused(e);
    }
  }

  private void add(Shape shape) {
    List<Shape> all =
        shapes.updateAndGet(known ->
            known.contains(shape) || known.size() > MOST_SHAPES
                ? known
                : Stream.concat(known.stream(), Stream.of(shape)).toList());
    boolean many = all.size() > MOST_SHAPES;
    if (many && !overflown.getAndSet(true)) {
      use.manyShapes().increment();
      SiteEvents.manyShapes(access.name());
    }
    MethodHandle target = many ? Shapes.any(access) : linker;
    for (Shape known : (many ? all.subList(0, MOST_SHAPES) : all).reversed()) {
      target = known.guarded(access, target);
    }
    setTarget(target);
  }
}
