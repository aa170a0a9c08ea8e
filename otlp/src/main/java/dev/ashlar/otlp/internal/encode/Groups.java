// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// Groups the items of a request by resource, and those of a resource by scope, as the protocol
/// nests them. Resources and scopes are compared by identity: an SDK has one object of each.
///
/// ```
/// resource group   the scopes of a resource, from the first on
/// scope group      the items of a scope, from the first on
/// slots            hash table of the scope groups, by identity; a group's number plus one, or 0
/// ```
///
/// Groups and items are linked by their numbers and stay in the order in which they came. The
/// arrays are reused by later requests; their references are cleared.
@SuppressWarnings("ReferenceEquality") // As said above.
final class Groups {
  static final int NONE = -1;

  private static final int FIRST_SIZE = 16;

  private @Nullable Object[] items = new Object[FIRST_SIZE];
  private int[] nextItem = new int[FIRST_SIZE];
  private int itemCount;

  private InstrumentationScopeInfo[] scopes = new InstrumentationScopeInfo[FIRST_SIZE];
  private Resource[] resourceOf = new Resource[FIRST_SIZE];
  private int[] firstItem = new int[FIRST_SIZE];
  private int[] lastItem = new int[FIRST_SIZE];
  private int[] nextScope = new int[FIRST_SIZE];
  private int scopeCount;
  private int[] slots = new int[4 * FIRST_SIZE];

  private Resource[] resources = new Resource[FIRST_SIZE];
  private int[] firstScope = new int[FIRST_SIZE];
  private int[] lastScope = new int[FIRST_SIZE];
  private int resourceCount;

  /// Takes the items of a request, none of which belongs to a group yet.
  void begin(Collection<?> all) {
    Object[] taken = all.toArray(items);
    items = taken;
    itemCount = all.size();
    if (nextItem.length < taken.length) {
      nextItem = new int[taken.length];
    }
  }

  int itemCount() {
    return itemCount;
  }

  @Nullable Object item(int item) {
    return items[item];
  }

  /// Puts the next item, `item`, into its group.
  void add(int item, Resource resource, InstrumentationScopeInfo scope) {
    int last = scopeCount - 1;
    int group =
        last >= 0 && scopes[last] == scope && resourceOf[last] == resource
            ? last
            : group(resource, scope);
    nextItem[item] = NONE;
    if (firstItem[group] == NONE) {
      firstItem[group] = item;
    } else {
      nextItem[lastItem[group]] = item;
    }
    lastItem[group] = item;
  }

  private int group(Resource resource, InstrumentationScopeInfo scope) {
    int mask = slots.length - 1;
    int slot = (System.identityHashCode(scope) * 31 + System.identityHashCode(resource)) & mask;
    for (; slots[slot] != 0; slot = (slot + 1) & mask) {
      int group = slots[slot] - 1;
      if (scopes[group] == scope && resourceOf[group] == resource) {
        return group;
      }
    }
    return addGroup(slot, resource, scope);
  }

  private int addGroup(int slot, Resource resource, InstrumentationScopeInfo scope) {
    int group = scopeCount;
    if (group == scopes.length) {
      growScopes();
      return group(resource, scope);
    }
    int owner = resourceGroup(resource);
    scopes[group] = scope;
    resourceOf[group] = resource;
    firstItem[group] = NONE;
    nextScope[group] = NONE;
    if (firstScope[owner] == NONE) {
      firstScope[owner] = group;
    } else {
      nextScope[lastScope[owner]] = group;
    }
    lastScope[owner] = group;
    slots[slot] = group + 1;
    scopeCount = group + 1;
    return group;
  }

  private int resourceGroup(Resource resource) {
    for (int group = resourceCount - 1; group >= 0; group--) {
      if (resources[group] == resource) {
        return group;
      }
    }
    int group = resourceCount;
    if (group == resources.length) {
      int size = 2 * group;
      firstScope = Arrays.copyOf(firstScope, size);
      lastScope = Arrays.copyOf(lastScope, size);
      resources = Arrays.copyOf(resources, size);
    }
    resources[group] = resource;
    firstScope[group] = NONE;
    resourceCount = group + 1;
    return group;
  }

  private void growScopes() {
    int size = 2 * scopes.length;
    int[] larger = new int[4 * size];
    for (int group = 0; group < scopeCount; group++) {
      int hash =
          System.identityHashCode(scopes[group]) * 31 + System.identityHashCode(resourceOf[group]);
      int slot = hash & (larger.length - 1);
      while (larger[slot] != 0) {
        slot = (slot + 1) & (larger.length - 1);
      }
      larger[slot] = group + 1;
    }
    resourceOf = Arrays.copyOf(resourceOf, size);
    firstItem = Arrays.copyOf(firstItem, size);
    lastItem = Arrays.copyOf(lastItem, size);
    nextScope = Arrays.copyOf(nextScope, size);
    scopes = Arrays.copyOf(scopes, size);
    slots = larger;
  }

  int resourceCount() {
    return resourceCount;
  }

  Resource resource(int group) {
    return resources[group];
  }

  int firstScope(int resourceGroup) {
    return firstScope[resourceGroup];
  }

  /// {@return the next scope group of the same resource, or [#NONE]}
  int nextScope(int scopeGroup) {
    return nextScope[scopeGroup];
  }

  InstrumentationScopeInfo scope(int scopeGroup) {
    return scopes[scopeGroup];
  }

  int firstItem(int scopeGroup) {
    return firstItem[scopeGroup];
  }

  /// {@return the next item of the same scope group, or [#NONE]}
  int nextItem(int item) {
    return nextItem[item];
  }

  /// Forgets the items and the groups.
  void clear() {
    Arrays.fill(items, 0, itemCount, null);
    Arrays.fill(scopes, 0, scopeCount, null);
    Arrays.fill(resourceOf, 0, scopeCount, null);
    Arrays.fill(resources, 0, resourceCount, null);
    Arrays.fill(slots, 0);
    itemCount = 0;
    scopeCount = 0;
    resourceCount = 0;
  }
}
