// SPDX-License-Identifier: Apache-2.0
/// Machine code of methods: as text and as JSON.
@NullMarked
package dev.ashlar.report.asm;

import org.jspecify.annotations.NullMarked;
