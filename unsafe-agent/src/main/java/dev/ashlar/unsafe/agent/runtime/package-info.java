// SPDX-License-Identifier: Apache-2.0
/// What rewritten classes call: the replacement of each method of `sun.misc.Unsafe`, linked by the
/// memory that a call meets.
@NullMarked
package dev.ashlar.unsafe.agent.runtime;

import org.jspecify.annotations.NullMarked;
