// SPDX-License-Identifier: Apache-2.0
/// `ashlar jit`: the commands that create and read compilation logs of HotSpot.
@NullMarked
package dev.ashlar.cli.jit;

import org.jspecify.annotations.NullMarked;
