// SPDX-License-Identifier: Apache-2.0
/// Gives the columns of tables to Arrow's C interfaces, where they lie or as copies.
@NullMarked
package dev.ashlar.arrow.internal.writer;

import org.jspecify.annotations.NullMarked;
