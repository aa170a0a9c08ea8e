// SPDX-License-Identifier: Apache-2.0
/// Encodes spans, log records and metrics as the requests of the protocol.
@NullMarked
package dev.ashlar.otlp.internal.encode;

import org.jspecify.annotations.NullMarked;
