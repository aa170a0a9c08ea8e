// SPDX-License-Identifier: Apache-2.0
/// Rewrites class files: each call of a replaced method becomes one that the runtime links.
@NullMarked
package dev.ashlar.unsafe.agent.rewrite;

import org.jspecify.annotations.NullMarked;
