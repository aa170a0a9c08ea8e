// SPDX-License-Identifier: Apache-2.0
/// `ashlar table`: the commands that create and read files of tables.
@NullMarked
package dev.ashlar.cli.table;

import org.jspecify.annotations.NullMarked;
