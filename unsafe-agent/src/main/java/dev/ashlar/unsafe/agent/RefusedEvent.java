// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/// A refused access, for JDK Flight Recorder.
@Name("dev.ashlar.unsafe.Refused")
@Label("Refused Access of Unsafe")
@Category("Ashlar")
final class RefusedEvent extends Event {
  @Label("Reason")
  @Nullable String reason;

  private RefusedEvent() {}

  static void commit(RefusedAccessException refusal) {
    RefusedEvent event = new RefusedEvent();
    event.reason = refusal.getMessage();
    event.commit();
  }
}
