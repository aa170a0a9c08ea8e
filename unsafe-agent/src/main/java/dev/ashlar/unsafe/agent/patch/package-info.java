// SPDX-License-Identifier: Apache-2.0
/// Rewrites jars ahead of time, for programs that are started without the agent.
@NullMarked
package dev.ashlar.unsafe.agent.patch;

import org.jspecify.annotations.NullMarked;
