// SPDX-License-Identifier: Apache-2.0
/// The machine and the JDK that are measured: what they are, whether they are busy, and the lock of
/// one run at a time.
@NullMarked
package dev.ashlar.lab.machine;

import org.jspecify.annotations.NullMarked;
