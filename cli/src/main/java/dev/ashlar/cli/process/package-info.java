// SPDX-License-Identifier: Apache-2.0
/// Child processes whose JVMs write logs, and signals for them.
@NullMarked
package dev.ashlar.cli.process;

import org.jspecify.annotations.NullMarked;
