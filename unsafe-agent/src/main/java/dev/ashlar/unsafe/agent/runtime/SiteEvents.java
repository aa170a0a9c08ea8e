// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/// The events of call sites for JDK Flight Recorder, with the stack of the call. Loading an event
/// class loads the whole recorder, so these classes are loaded only if the program uses JFR.
final class SiteEvents {
  private static final boolean HAS_RECORDER = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private SiteEvents() {}

  private static boolean isUsed() {
    return HAS_RECORDER && FlightRecorder.isInitialized();
  }

  static void refused(RefusedAccessException refusal) {
    if (isUsed()) {
      Refused event = new Refused();
      event.reason = refusal.getMessage();
      event.commit();
    }
  }

  /// Records that a call site has met more shapes than it keeps. Calls with further shapes are
  /// slow.
  ///
  /// @param access the method of Unsafe
  static void manyShapes(String access) {
    if (isUsed()) {
      ManyShapes event = new ManyShapes();
      event.access = access;
      event.commit();
    }
  }

  @Name("dev.ashlar.unsafe.Refused")
  @Label("Refused Access of Unsafe")
  @Category("Ashlar")
  static final class Refused extends Event {
    @Label("Reason")
    @Nullable String reason;
  }

  @Name("dev.ashlar.unsafe.ManyShapes")
  @Label("Call Site of Unsafe With Many Shapes")
  @Category("Ashlar")
  static final class ManyShapes extends Event {
    @Label("Method")
    @Nullable String access;
  }
}
