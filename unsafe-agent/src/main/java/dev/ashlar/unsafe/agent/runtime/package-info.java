// SPDX-License-Identifier: Apache-2.0
/// The code that rewritten classes call: a replacement of each method of `sun.misc.Unsafe`, linked
/// for the kind of memory that a call accesses.
@NullMarked
package dev.ashlar.unsafe.agent.runtime;

import org.jspecify.annotations.NullMarked;
