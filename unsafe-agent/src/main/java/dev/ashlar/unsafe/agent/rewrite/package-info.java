// SPDX-License-Identifier: Apache-2.0
/// Rewrites class files so that each call of a replaced method is linked by the runtime.
@NullMarked
package dev.ashlar.unsafe.agent.rewrite;

import org.jspecify.annotations.NullMarked;
