// SPDX-License-Identifier: Apache-2.0
/// Arrow's C interfaces: the layouts of their structures, and calls from and to native code.
@NullMarked
package dev.ashlar.arrow.internal.cdata;

import org.jspecify.annotations.NullMarked;
