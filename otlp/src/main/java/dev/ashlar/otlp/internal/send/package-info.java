// SPDX-License-Identifier: Apache-2.0
/// Sends requests to a receiver: queues, retries, TLS, compression, and the metrics of an exporter.
@NullMarked
package dev.ashlar.otlp.internal.send;

import org.jspecify.annotations.NullMarked;
