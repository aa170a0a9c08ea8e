/// A small HTTP service whose telemetry Ashlar exports, and a receiver of it.
@NullMarked
package dev.ashlar.examples.telemetry;

import org.jspecify.annotations.NullMarked;
