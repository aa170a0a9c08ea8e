// SPDX-License-Identifier: Apache-2.0
/// Draws programs, times them in JVMs of their own, and ranks those in which Ashlar is slow.
@NullMarked
package dev.ashlar.lab.shapes.run;

import org.jspecify.annotations.NullMarked;
