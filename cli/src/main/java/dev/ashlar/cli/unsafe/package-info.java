// SPDX-License-Identifier: Apache-2.0
/// `ashlar unsafe`: the commands that find and replace uses of `sun.misc.Unsafe`.
@NullMarked
package dev.ashlar.cli.unsafe;

import org.jspecify.annotations.NullMarked;
