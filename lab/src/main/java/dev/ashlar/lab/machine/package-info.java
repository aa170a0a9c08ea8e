// SPDX-License-Identifier: Apache-2.0
/// The measured machine and JDK, a check for other work on the machine, and the lock that allows
/// one run at a time.
@NullMarked
package dev.ashlar.lab.machine;

import org.jspecify.annotations.NullMarked;
