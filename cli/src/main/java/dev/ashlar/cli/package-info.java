// SPDX-License-Identifier: Apache-2.0
/// The command `ashlar`, its manual page, and its tools for the Model Context Protocol.
@NullMarked
package dev.ashlar.cli;

import org.jspecify.annotations.NullMarked;
