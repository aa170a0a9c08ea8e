// SPDX-License-Identifier: Apache-2.0
/// Starts child processes whose JVMs write logs, and forwards signals to them.
@NullMarked
package dev.ashlar.cli.process;

import org.jspecify.annotations.NullMarked;
