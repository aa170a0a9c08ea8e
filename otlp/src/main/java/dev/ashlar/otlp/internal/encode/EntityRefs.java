// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import dev.ashlar.wire.ProtoWriter;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.resources.internal.Entity;
import io.opentelemetry.sdk.resources.internal.EntityUtil;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The attributes that identify and describe the entities of a resource. Only an internal class of
/// the SDK exposes them. With an SDK that has no such class, the attributes are sent without
/// entities.
///
/// ```
/// EntityRef    schema URL = 1, type = 2, keys that identify = 3, keys that describe = 4
/// ```
final class EntityRefs {
  private static final int SCHEMA_URL = 1;
  private static final int TYPE = 2;
  private static final int ID_KEYS = 3;
  private static final int DESCRIPTION_KEYS = 4;

  private static final boolean KNOWN = known();

  private @Nullable Resource last;
  private Collection<Entity> lastEntities = List.of();

  private static boolean known() {
    try {
      EntityUtil.getEntities(Resource.empty());
      return true;
    } catch (LinkageError otherVersion) {
      return false;
    }
  }

  void write(ProtoWriter writer, int field, Resource resource) {
    Collection<Entity> entities = entities(resource);
    if (entities.isEmpty()) {
      return; // An iterator would be garbage.
    }
    for (Entity entity : entities) {
      writer.beginMessage(field);
      String schemaUrl = entity.getSchemaUrl();
      if (schemaUrl != null && !schemaUrl.isEmpty()) {
        writer.writeString(SCHEMA_URL, schemaUrl);
      }
      writer.writeString(TYPE, entity.getType());
      writeKeys(writer, ID_KEYS, entity.getId());
      writeKeys(writer, DESCRIPTION_KEYS, entity.getDescription());
      writer.endMessage();
    }
  }

  /// They are reached by reflection, which leaves garbage; nearly always it is the same resource.
  @SuppressWarnings("ReferenceEquality") // It is immutable.
  private Collection<Entity> entities(Resource resource) {
    if (KNOWN && last != resource) {
      lastEntities = EntityUtil.getEntities(resource);
      last = resource;
    }
    return lastEntities;
  }

  private static void writeKeys(ProtoWriter writer, int field, Attributes attributes) {
    for (AttributeKey<?> key : attributes.asMap().keySet()) {
      writer.writeString(field, key.getKey());
    }
  }
}
