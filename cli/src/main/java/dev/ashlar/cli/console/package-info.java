// SPDX-License-Identifier: Apache-2.0
/// Output to a terminal: styles, aligned columns, and errors as one line.
@NullMarked
package dev.ashlar.cli.console;

import org.jspecify.annotations.NullMarked;
