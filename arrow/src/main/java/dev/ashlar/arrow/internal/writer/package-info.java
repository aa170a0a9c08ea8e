// SPDX-License-Identifier: Apache-2.0
/// Exports the columns of tables through Arrow's C interfaces, in place or as copies.
@NullMarked
package dev.ashlar.arrow.internal.writer;

import org.jspecify.annotations.NullMarked;
