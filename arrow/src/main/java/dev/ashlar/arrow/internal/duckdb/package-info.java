// SPDX-License-Identifier: Apache-2.0
/// DuckDB's C API, table functions for it, and results.
@NullMarked
package dev.ashlar.arrow.internal.duckdb;

import org.jspecify.annotations.NullMarked;
