// SPDX-License-Identifier: Apache-2.0
/// Copies batches of Arrow into tables, and converts the values of columns.
@NullMarked
package dev.ashlar.arrow.internal.reader;

import org.jspecify.annotations.NullMarked;
