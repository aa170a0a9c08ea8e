// SPDX-License-Identifier: Apache-2.0
/// The measured machine and JDK, whether the machine is busy, and the lock that allows one run at a
/// time.
@NullMarked
package dev.ashlar.lab.machine;

import org.jspecify.annotations.NullMarked;
