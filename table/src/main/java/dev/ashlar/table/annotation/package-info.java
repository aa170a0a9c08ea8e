// SPDX-License-Identifier: Apache-2.0

/// Annotations of record components: how a table stores them, and how a file of an earlier version
/// of the record is read.
@NullMarked
package dev.ashlar.table.annotation;

import org.jspecify.annotations.NullMarked;
