/// The experiment `export`: spans, metrics and log records encoded as OTLP requests.
@NullMarked
package dev.ashlar.lab.export;

import org.jspecify.annotations.NullMarked;
