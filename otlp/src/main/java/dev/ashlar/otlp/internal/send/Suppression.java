// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import io.opentelemetry.api.impl.InstrumentationUtil;
import io.opentelemetry.context.Context;

/// Keeps an exporter's own requests from being traced, by a key in the context that instrumentation
/// reads. The key is in an internal class of OpenTelemetry's own exporters: in a version without
/// that class nothing is suppressed.
final class Suppression {
  private static final boolean KNOWN = known();

  private Suppression() {}

  private static boolean known() {
    try {
      return !InstrumentationUtil.shouldSuppressInstrumentation(Context.root());
    } catch (LinkageError otherVersion) {
      return false;
    }
  }

  static void run(Runnable action) {
    if (KNOWN) {
      InstrumentationUtil.suppressInstrumentation(action);
    } else {
      action.run();
    }
  }
}
