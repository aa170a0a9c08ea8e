/// The experiment `export`: spans, metrics and log records as requests of OTLP.
@NullMarked
package dev.ashlar.lab.export;

import org.jspecify.annotations.NullMarked;
