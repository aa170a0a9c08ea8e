// SPDX-License-Identifier: Apache-2.0
/// `ashlar jit`: the commands that read and make compilation logs of HotSpot.
@NullMarked
package dev.ashlar.cli.jit;

import org.jspecify.annotations.NullMarked;
